import type { Area } from '../../core/area.ts'
import { decideSetClientSeed } from './decide-client-seed.ts'
import { decideSpin } from './decide-spin.ts'
import './terms.ts'

declare module '../../core/ledger/operation-kinds.ts' {
  interface OperationKinds {
    readonly spin: OperationKindRow
  }
}

/** A provably fair wheel: players can recompute every spin (rules §10). */
export const roulette = {
  name: 'roulette',
  commands: {
    spin: { decide: decideSpin },
    set_client_seed: { decide: decideSetClientSeed, touchesStock: false },
  },
  operationKinds: { spin: { code: 40, from: ['free', 'world'], to: ['world', 'free'] } },
  apply: {
    spun: (world, { userId, seat }) => {
      world.account(userId).roulette.seat = seat
    },
    seed_rotated: (world, { userId, seat }) => {
      world.account(userId).roulette.seat = seat
    },
  },
  createAccountParts: () => ({ roulette: { seat: undefined } }),
} as const satisfies Area
