import type { Area } from '../../core/area.ts'
import { decideActivateEnergy } from './decide-activate-energy.ts'

/** Energy: what makes jobs take less time (rules §8). */
export const energy = {
  name: 'energy',
  commands: { activate_energy: { decide: decideActivateEnergy } },
  apply: {
    energised: (world, { userId, untilMs }) => {
      world.account(userId).energy.untilMs = untilMs
    },
  },
  createAccountParts: () => ({ energy: { untilMs: 0 } }),
} as const satisfies Area
