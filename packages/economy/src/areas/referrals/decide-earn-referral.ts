import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import type { Rejection } from '../../core/rejection.ts'
import { succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import type { EarnReferral } from './referrals.ts'

/**
 * Once for each player: from then on both are owed (rules §13). The rewards fall due a moment later, each as its own
 * player's work, so that none waits for the other. A moment later and not now: what of a moment was settled once does
 * not come back (`instantContext`).
 */
export function decideEarnReferral(
  world: World,
  { userId }: EarnReferral,
  { nowMs }: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const { referrerId } = world.account(userId).referral
  if (referrerId === undefined) return succeed([])
  return succeed([{ type: 'referral_earned', userId, referrerId, dueAtMs: nowMs + 1 }])
}
