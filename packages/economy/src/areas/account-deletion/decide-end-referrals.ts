import type { EconomyEvent } from '../../core/event.ts'
import type { CommandNeeds } from '../../core/needs.ts'
import type { Rejection } from '../../core/rejection.ts'
import { succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import type { EndReferrals } from './commands.ts'

/** Ends the referrals of those who still have this referrer; rewards that were earned are paid. */
export function decideEndReferrals(
  world: World,
  { userId, newcomerIds }: EndReferrals,
): Result<EconomyEvent[], Rejection> {
  const ended = newcomerIds.filter((id) => world.account(id).referral.referrerId === userId)
  return succeed(ended.map((id) => ({ type: 'referral_ended', userId: id })))
}

export function needsOfEndReferrals(_world: World, { userId, newcomerIds }: EndReferrals): CommandNeeds {
  return { users: [userId, ...newcomerIds] }
}
