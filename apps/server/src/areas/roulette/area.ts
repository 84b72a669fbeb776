import { asUserId, type SeedRotated } from '@clutch/economy'
import type { ServerArea } from '../../area.ts'
import type { AccountLoader } from '../../writer/area.ts'
import { collectRouletteRows } from './rows.ts'
import type { RouletteSeatTable } from './tables.ts'
import './tables.ts'

declare module '../../writer/outcome.ts' {
  interface Responses {
    spin: { spins: { id: string; nonce: number; roll: number; prize_index: number }[] }
    set_client_seed: { seed_index: number; client_seed: string }
  }
}

const seats: AccountLoader = {
  statements: (userIds) => [
    {
      name: 'select-roulette-seats',
      text: 'select user_id, seed_index, client_seed, nonce from roulette_seat where user_id = any($1::uuid[])',
      values: [userIds],
    },
  ],
  add(world, [rows = []]) {
    for (const row of rows as readonly unknown[] as readonly RouletteSeatTable[]) {
      const { seed_index: seedIndex, client_seed: clientSeed, nonce } = row
      world.account(asUserId(row.user_id)).roulette.seat = { seedIndex, clientSeed, nonce }
    }
  },
}

/** Spins, seats and revealed seeds (rules §10). */
export const rouletteArea = {
  name: 'roulette',
  accounts: seats,
  rows: collectRouletteRows,
  responses: {
    spin: (_command, events) => ({
      spins: events
        .flatMap((event) => (event.type === 'spun' ? event.spins : []))
        .map(({ id, nonce, roll, prizeIndex }) => ({ id, nonce, roll, prize_index: prizeIndex })),
    }),
    set_client_seed: ({ clientSeed }, events) => {
      const rotated = events.find((event): event is SeedRotated => event.type === 'seed_rotated')
      return { seed_index: rotated?.seat.seedIndex ?? 0, client_seed: clientSeed }
    },
  },
  rejections: {
    invalid_client_seed: () => ({ code: 'invalid_input', params: { detail: 'client_seed' } }),
  },
} satisfies ServerArea
