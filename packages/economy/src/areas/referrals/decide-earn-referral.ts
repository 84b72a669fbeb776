import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { AMOUNT_MAX, asCoins } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import type { EarnReferral } from './referrals.ts'

/**
 * Adds up what a new player's trades were worth; at the pack's least value both are owed, once for each player (rules
 * §13, §17). The rewards fall due a moment later, each as its own
 * player's work, so that none waits for the other. A moment later and not now: what of a moment was settled once does
 * not come back (`instantContext`).
 */
export function decideEarnReferral(
  world: World,
  { userId, tradedCoins }: EarnReferral,
  { nowMs }: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const { referrerId, tradedCoins: before } = world.account(userId).referral
  if (referrerId === undefined) return succeed([])
  const total = asCoins(Math.min(before + tradedCoins, AMOUNT_MAX))
  if (total < world.catalogue.referralMinValue) {
    return succeed([{ type: 'referral_advanced', userId, tradedCoins: total }])
  }
  return succeed([{ type: 'referral_earned', userId, referrerId, dueAtMs: nowMs + 1 }])
}
