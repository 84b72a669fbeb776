import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, emptyBody, unixSeconds } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'

export const energy = z.object({
  /** Energy items the player has. */
  count: amount,
  /** Until when jobs are shortened; 0 if never energised. */
  energised_until: unixSeconds,
})
export type Energy = z.infer<typeof energy>

const common = { area: 'energy', access: 'player', query: z.object({}), body: emptyBody, response: energy } as const

export const energyContract = {
  calls: {
    'GET /energy/get': {
      ...common,
      summary: 'The caller’s energy items, and until when energy lasts',
      command: false,
      bodyType: 'none',
      rateLimit: RATE_LIMITS.read,
    },
    'POST /energy/activate': {
      ...common,
      summary: 'Uses one energy item, which extends the remaining time',
      command: true,
      bodyType: 'json',
      rateLimit: RATE_LIMITS.command,
    },
  },
  errors: {
    no_energy: { status: 409, message: 'This game has no energy items' },
  },
} as const satisfies ContractArea
