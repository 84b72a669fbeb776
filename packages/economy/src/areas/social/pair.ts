import type { Brand, UserId } from '../../core/numbers.ts'

/** Two players, whoever is asked first: their ids in ascending order with a slash between them. */
export type PairId = Brand<string, 'PairId'>

declare module '../../core/world.ts' {
  interface EntityIds {
    readonly pair: PairId
  }
}

/** What one of two players has to do with the other, as far as he may know: `sent` and `received` are invitations. */
export type FriendshipState = 'none' | 'sent' | 'received' | 'accepted' | 'declined' | 'deleted'

/** What a player is told of himself and another (document 2 §3, rules §11). */
export type FriendshipStatus = 'none' | 'pending' | 'accepted' | 'declined' | 'blocked' | 'deleted'

/**
 * One player's side of a pair: all that he may know of it. What the other does behind a block changes the other's side
 * alone, so nothing that is made from one's own side can tell that one is blocked.
 */
export interface PairSide {
  readonly state: FriendshipState
  /** Whether this player blocks the other; the state is `deleted` as long. */
  readonly blocks: boolean
  /** When the state became what it is, in Unix milliseconds. */
  readonly sinceMs: number
  /** When the other last declined this player's invitation; 0 for never, or since they were friends. */
  readonly declinedAtMs: number
}

export const STRANGER: PairSide = { state: 'none', blocks: false, sinceMs: 0, declinedAtMs: 0 }

export const asPairId = (value: string): PairId => value as PairId

export function pairIdOf(one: UserId, other: UserId): PairId {
  return asPairId(one < other ? `${one}/${other}` : `${other}/${one}`)
}

/** The two of a pair, in ascending order. */
export function usersOfPair(id: PairId): readonly [UserId, UserId] {
  const [low = '', high = ''] = id.split('/')
  return [low as UserId, high as UserId]
}

/** The status that the owner of a side is shown. */
export function statusOf({ state, blocks }: PairSide): FriendshipStatus {
  if (blocks) return 'blocked'
  return state === 'sent' || state === 'received' ? 'pending' : state
}
