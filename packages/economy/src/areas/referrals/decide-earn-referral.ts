import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { AMOUNT_MAX, asCoins } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import type { EarnReferral } from './referrals.ts'

/**
 * Adds up the value of a new player's trades; at the pack's minimum both players are owed the reward, once per new
 * player (rules §13, §17). Each reward is scheduled work of its player, so that neither waits for the other. It is due
 * a millisecond later, because work already settled at this time is not settled again (`instantContext`).
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
