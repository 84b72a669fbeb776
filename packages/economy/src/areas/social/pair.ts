import type { Brand, UserId } from '../../core/numbers.ts'

/** Id of a pair of players: their ids in ascending order, separated by a slash. */
export type PairId = Brand<string, 'PairId'>

declare module '../../core/world.ts' {
  interface EntityIds {
    readonly pair: PairId
  }
}

/** One player's view of the relation to another; `sent` and `received` are invitations. */
export type FriendshipState = 'none' | 'sent' | 'received' | 'accepted' | 'declined' | 'deleted'

/** A relation as shown to a player (document 2 §3, rules §11). */
export type FriendshipStatus = 'none' | 'pending' | 'accepted' | 'declined' | 'blocked' | 'deleted'

/**
 * One player's side of a pair: everything they may know about it. Actions of the other player behind a block change
 * only the other side, so nothing derived from this side can reveal a block.
 */
export interface PairSide {
  readonly state: FriendshipState
  /** Whether this player blocks the other; the state is `deleted` meanwhile. */
  readonly blocks: boolean
  /** When the state last changed, in Unix milliseconds. */
  readonly sinceMs: number
  /** When the other last declined this player's invitation; 0 if never, or not since they were friends. */
  readonly declinedAtMs: number
}

export const STRANGER: PairSide = { state: 'none', blocks: false, sinceMs: 0, declinedAtMs: 0 }

export const asPairId = (value: string): PairId => value as PairId

export function pairIdOf(one: UserId, other: UserId): PairId {
  return asPairId(one < other ? `${one}/${other}` : `${other}/${one}`)
}

/** The two players of a pair, in ascending order. */
export function usersOfPair(id: PairId): readonly [UserId, UserId] {
  const [low = '', high = ''] = id.split('/')
  return [low as UserId, high as UserId]
}

/** The status shown to the owner of a side. */
export function statusOf({ state, blocks }: PairSide): FriendshipStatus {
  if (blocks) return 'blocked'
  return state === 'sent' || state === 'received' ? 'pending' : state
}
