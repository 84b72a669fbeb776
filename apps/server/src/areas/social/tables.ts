declare module '../../store/database.ts' {
  interface Database {
    friendship: FriendshipTable
    social_invite_times: InviteTimesTable
    /** View: both directions of every friendship. */
    friend: { user_id: string; friend_id: string; since_ms: number }
    /** View: who blocks whom. */
    user_block: { user_id: string; blocked_id: string; since_ms: number }
  }
}

/** What a player may know of himself and another. */
export interface FriendshipTable {
  user_id: string
  other_id: string
  state: number
  blocks: boolean
  since_ms: number
  declined_at_ms: number
}

export interface InviteTimesTable {
  user_id: string
  /** Unix milliseconds of the latest invitations, oldest first. */
  times_ms: readonly number[]
}
