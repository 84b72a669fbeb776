import type { UserId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import { statusOf, type FriendshipState, type FriendshipStatus, type PairSide } from './pair.ts'
import type { FriendshipChanged } from './social.ts'

/** Two players and what each of them knows of the other. */
export interface Sides {
  readonly userId: UserId
  readonly otherId: UserId
  readonly own: PairSide
  readonly theirs: PairSide
}

export function sidesOf(world: World, userId: UserId, otherId: UserId): Sides {
  const own = world.social.side(userId, otherId)
  return { userId, otherId, own, theirs: world.social.side(otherId, userId) }
}

/** The caller's side in another state. */
export function ownBecomes(
  { userId, otherId, own }: Sides,
  state: FriendshipState,
  nowMs: number,
  change: Partial<PairSide> & { readonly told?: FriendshipStatus } = {},
): FriendshipChanged {
  return becomes(userId, otherId, own, state, nowMs, change)
}

/** The other's side in another state. */
export function theirsBecomes(
  { userId, otherId, theirs }: Sides,
  state: FriendshipState,
  nowMs: number,
  change: Partial<PairSide> = {},
): FriendshipChanged {
  return becomes(otherId, userId, theirs, state, nowMs, change)
}

/**
 * The other's side as it was, written again and broadcast to nobody: what costs the same whether a player blocks the
 * caller or not cannot be measured by the caller (rules §11).
 */
export function theirsStays({ userId, otherId, theirs }: Sides): FriendshipChanged {
  return { type: 'friendship_changed', userId: otherId, otherId: userId, side: theirs, told: null }
}

function becomes(
  userId: UserId,
  otherId: UserId,
  before: PairSide,
  state: FriendshipState,
  sinceMs: number,
  { told, ...change }: Partial<PairSide> & { readonly told?: FriendshipStatus },
): FriendshipChanged {
  const side = { ...before, state, sinceMs, ...change }
  return { type: 'friendship_changed', userId, otherId, side, told: told ?? statusOf(side) }
}

/** Makes the event true, and the counts of its player with it. */
export function applyFriendshipChanged(world: World, { userId, otherId, side }: FriendshipChanged): void {
  const before = world.social.side(userId, otherId)
  const counts = world.account(userId).social
  counts.friends += one(side.state === 'accepted') - one(before.state === 'accepted')
  counts.sent += one(side.state === 'sent') - one(before.state === 'sent')
  counts.blocks += one(side.blocks) - one(before.blocks)
  world.social.set(userId, otherId, side)
}

function one(isCounted: boolean): number {
  return isCounted ? 1 : 0
}
