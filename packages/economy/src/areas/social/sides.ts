import type { UserId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import { statusOf, type FriendshipState, type FriendshipStatus, type PairSide } from './pair.ts'
import type { FriendshipChanged } from './social.ts'

/** Two players with their sides. */
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

/** Changes the caller's side. */
export function ownBecomes(
  { userId, otherId, own }: Sides,
  state: FriendshipState,
  nowMs: number,
  change: Partial<PairSide> & { readonly sentStatus?: FriendshipStatus } = {},
): FriendshipChanged {
  return becomes(userId, otherId, own, state, nowMs, change)
}

/** Changes the other player's side. */
export function theirsBecomes(
  { userId, otherId, theirs }: Sides,
  state: FriendshipState,
  nowMs: number,
  change: Partial<PairSide> = {},
): FriendshipChanged {
  return becomes(otherId, userId, theirs, state, nowMs, change)
}

/**
 * Rewrites the other's side unchanged without broadcasting it, so that the caller cannot detect a block by timing
 * (rules §11).
 */
export function theirsStays({ userId, otherId, theirs }: Sides): FriendshipChanged {
  return { type: 'friendship_changed', userId: otherId, otherId: userId, side: theirs, sentStatus: null }
}

function becomes(
  userId: UserId,
  otherId: UserId,
  before: PairSide,
  state: FriendshipState,
  sinceMs: number,
  { sentStatus, ...change }: Partial<PairSide> & { readonly sentStatus?: FriendshipStatus },
): FriendshipChanged {
  const side = { ...before, state, sinceMs, ...change }
  return { type: 'friendship_changed', userId, otherId, side, sentStatus: sentStatus ?? statusOf(side) }
}

/** Applies the event and updates the player's counters. */
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
