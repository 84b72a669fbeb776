import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, emptyBody, itemId, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'

/** Somebody whom the caller's link brought. */
export const referredPlayer = z.object({
  user_uuid: uuid,
  name: z.string(),
  since: unixSeconds,
  /** Whether the caller has got the reward for it. */
  is_rewarded: z.boolean(),
})
export type ReferredPlayer = z.infer<typeof referredPlayer>

export const referral = z.object({
  /** What to pass on to friends who do not play yet. */
  link: z.string(),
  /** What each of the two gets. */
  reward: z.object({ coins: amount, items: z.array(z.object({ item_id: itemId, count: amount })) }),
  /** Coins that the new player's trades with others must be worth before both are rewarded. */
  min_value: amount,
  /** All that the link brought, and how many of them have traded. */
  invited_count: amount,
  rewarded_count: amount,
  /** The newest of them. */
  players: z.array(referredPlayer),
  /** Whose link the caller came by; null for nobody's. */
  referrer: z.object({ name: z.string(), is_rewarded: z.boolean() }).nullable(),
})
export type Referral = z.infer<typeof referral>

export const referralContract = {
  calls: {
    'GET /referral/get': {
      area: 'referral',
      access: 'player',
      query: z.object({}),
      summary: "The caller's referral link, what it is worth, and whom it has brought",
      command: false,
      bodyType: 'none',
      body: emptyBody,
      response: referral,
      rateLimit: RATE_LIMITS.read,
    },
  },
} as const satisfies ContractArea
