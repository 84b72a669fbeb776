import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import { HOUR_MS, isWithin } from '../../core/time.ts'
import type { World } from '../../core/world.ts'
import { DECLINED_PAUSE_MS, FRIENDS_MAX, INVITES_PER_HOUR_MAX, PENDING_INVITES_MAX } from './limits.ts'
import { ownBecomes, sidesOf, theirsBecomes, theirsStays, type Sides } from './sides.ts'
import type { SocialCommand } from './social.ts'

type Decision = Result<EconomyEvent[], Rejection>

/**
 * Invites another player; crossing invitations become a friendship. If the recipient blocks the sender, only the
 * sender's side changes (rules §11).
 */
export function decideSendFriendInvite(
  world: World,
  { userId, otherId }: SocialCommand<'send_friend_invite'>,
  { nowMs }: DecisionContext,
): Decision {
  if (userId === otherId) return fail({ code: 'oneself' })
  const sides = sidesOf(world, userId, otherId)
  const { own, theirs } = sides
  if (own.blocks) return fail({ code: 'user_blocked' })
  if (own.state === 'accepted') return fail({ code: 'already_friends' })
  if (own.state === 'sent') return succeed([])
  // Also crosses an invitation received during a block, since its sender sees it as pending.
  if (own.state === 'received' || theirs.state === 'sent') return becomeFriends(world, sides, nowMs)
  const counts = world.account(userId).social
  if (counts.friends >= FRIENDS_MAX) return fail({ code: 'too_many_requests', limit: 'friends', max: FRIENDS_MAX })
  if (own.declinedAtMs > 0 && isWithin(own.declinedAtMs, DECLINED_PAUSE_MS, nowMs)) {
    return fail({ code: 'too_soon', untilMs: own.declinedAtMs + DECLINED_PAUSE_MS })
  }
  if (counts.sent >= PENDING_INVITES_MAX) {
    return fail({ code: 'too_many_requests', limit: 'pending', max: PENDING_INVITES_MAX })
  }
  const withinHour = counts.inviteTimesMs.filter((timeMs) => isWithin(timeMs, HOUR_MS, nowMs))
  if (withinHour.length >= INVITES_PER_HOUR_MAX) {
    return fail({ code: 'too_many_requests', limit: 'hour', max: INVITES_PER_HOUR_MAX })
  }
  return succeed([
    { type: 'invites_counted', userId, timesMs: [...withinHour, nowMs] },
    ownBecomes(sides, 'sent', nowMs),
    theirs.blocks ? theirsStays(sides) : theirsBecomes(sides, 'received', nowMs),
  ])
}

export function decideAcceptFriendInvite(
  world: World,
  { userId, otherId }: SocialCommand<'accept_friend_invite'>,
  { nowMs }: DecisionContext,
): Decision {
  if (userId === otherId) return fail({ code: 'oneself' })
  const sides = sidesOf(world, userId, otherId)
  if (sides.own.state !== 'received') return fail({ code: 'invitation_not_found' })
  return becomeFriends(world, sides, nowMs)
}

/** Declines an invitation, which cannot be repeated for `DECLINED_PAUSE_MS`. */
export function decideDeclineFriendInvite(
  world: World,
  { userId, otherId }: SocialCommand<'decline_friend_invite'>,
  { nowMs }: DecisionContext,
): Decision {
  if (userId === otherId) return fail({ code: 'oneself' })
  const sides = sidesOf(world, userId, otherId)
  if (sides.own.state !== 'received') return fail({ code: 'invitation_not_found' })
  return succeed([
    ownBecomes(sides, 'declined', nowMs),
    theirsBecomes(sides, 'declined', nowMs, { declinedAtMs: nowMs }),
  ])
}

/** The sender cancels their invitation. */
export function decideCancelInvitation(
  world: World,
  { userId, otherId }: SocialCommand<'cancel_invitation'>,
  { nowMs }: DecisionContext,
): Decision {
  if (userId === otherId) return fail({ code: 'oneself' })
  const sides = sidesOf(world, userId, otherId)
  if (sides.own.state !== 'sent') return fail({ code: 'invitation_not_found' })
  return succeed([
    ownBecomes(sides, 'none', nowMs),
    ...(sides.theirs.state === 'received' ? [theirsBecomes(sides, 'none', nowMs)] : []),
  ])
}

function becomeFriends(world: World, sides: Sides, nowMs: number): Decision {
  if (world.account(sides.userId).social.friends >= FRIENDS_MAX) {
    return fail({ code: 'too_many_requests', limit: 'friends', max: FRIENDS_MAX })
  }
  if (world.account(sides.otherId).social.friends >= FRIENDS_MAX) {
    return fail({ code: 'too_many_requests', limit: 'their_friends', max: FRIENDS_MAX })
  }
  return succeed([
    ownBecomes(sides, 'accepted', nowMs, { declinedAtMs: 0 }),
    theirsBecomes(sides, 'accepted', nowMs, { declinedAtMs: 0 }),
  ])
}
