import { asUserId, fail, succeed } from '@clutch/economy'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { sendCommand } from '../send-command.ts'
import { describeSeat, readSeat, readSeeds, readSpins } from './queries.ts'
import type { PlayerSeeds, Wheel } from './wheel.ts'

/** The wheel's calls (rules §10). */
export function rouletteRoutes(context: Context, wheel: Wheel | undefined, seeds: PlayerSeeds): CallHandlers {
  const { db } = context.store
  return {
    'GET /roulette/get': async ({ userId }) => {
      if (wheel === undefined) return fail({ code: 'no_roulette' })
      const { cost, prizes, tableHash } = wheel
      const seat = describeSeat(seeds, await readSeat(db, userId))
      return succeed({ cost, prizes: [...prizes], table_hash: tableHash, ...seat })
    },
    'POST /roulette/spin': async (input) => {
      const { count } = input.body
      const sent = await sendCommand(context, input, { type: 'spin', userId: asUserId(input.userId), count })
      if (!sent.ok) return sent
      const spins = sent.value.spins.map((spin) => {
        const prize = wheel?.prizes[spin.prize_index]
        return { ...spin, item_id: prize?.item_id ?? 0, count: prize?.count ?? 0 }
      })
      return succeed({ spins })
    },
    'POST /roulette/set-client-seed': async (input) => {
      const userId = asUserId(input.userId)
      const clientSeed = input.body.client_seed
      const sent = await sendCommand(context, input, { type: 'set_client_seed', userId, clientSeed })
      if (!sent.ok) return sent
      const { seed_index, client_seed } = sent.value
      const seat = describeSeat(seeds, { user_id: input.userId, seed_index, client_seed, nonce: 0 })
      return succeed({ ...seat, revealed_seed: seeds.seedOf(input.userId, seed_index - 1) })
    },
    'POST /roulette/history': async ({ userId, body }) =>
      succeed(await readSpins(db, seeds, userId, body.before_id || undefined)),
    'GET /roulette/seeds': async ({ userId }) => succeed(await readSeeds(db, seeds, userId)),
  }
}
