import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, emptyBody, itemId, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'

/** A player who used the caller's link. */
export const referredPlayer = z.object({
  user_uuid: uuid,
  name: z.string(),
  since: unixSeconds,
  /** Whether the caller was rewarded. */
  is_rewarded: z.boolean(),
})
export type ReferredPlayer = z.infer<typeof referredPlayer>

export const referral = z.object({
  /** The link to share. */
  link: z.string(),
  /** The reward of each side. */
  reward: z.object({ coins: amount, items: z.array(z.object({ item_id: itemId, count: amount })) }),
  /** Coins that the new player's trades with others must be worth before both are rewarded. */
  min_value: amount,
  /** Players who used the link, and how many of them were rewarded. */
  invited_count: amount,
  rewarded_count: amount,
  /** The newest of those players. */
  players: z.array(referredPlayer),
  /** The player whose link the caller used; null if none. */
  referrer: z.object({ name: z.string(), is_rewarded: z.boolean() }).nullable(),
})
export type Referral = z.infer<typeof referral>

export const referralContract = {
  calls: {
    'GET /referral/get': {
      area: 'referral',
      access: 'player',
      query: z.object({}),
      summary: "The caller's referral link, its reward, and the players who used it",
      command: false,
      bodyType: 'none',
      body: emptyBody,
      response: referral,
      rateLimit: RATE_LIMITS.read,
    },
  },
} as const satisfies ContractArea
