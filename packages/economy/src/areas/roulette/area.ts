import type { Area } from '../../core/area.ts'
import { decideSetClientSeed } from './decide-client-seed.ts'
import { decideSpin } from './decide-spin.ts'
import './terms.ts'

/** A wheel whose every spin can be computed anew by whoever spun it (rules §10). */
export const roulette = {
  name: 'roulette',
  commands: {
    spin: { decide: decideSpin },
    set_client_seed: { decide: decideSetClientSeed, touchesStock: false },
  },
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
