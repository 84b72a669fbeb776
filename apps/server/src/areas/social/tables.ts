declare module '../../store/database.ts' {
  interface Database {
    friendship: FriendshipTable
    social_invite_times: InviteTimesTable
    /** View: both directions of each friendship. */
    friend: { user_id: string; friend_id: string; since_ms: number }
    /** View: blocks between players. */
    user_block: { user_id: string; blocked_id: string; since_ms: number }
  }
}

/** One player's side of a pair: what they may know about the other. */
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
  /** Times of the latest invitations in Unix milliseconds, oldest first. */
  times_ms: readonly number[]
}
