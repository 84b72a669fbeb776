const DAY_MS = 86_400_000

/** Limits of friendships (rules §11). */
export const FRIENDS_MAX = 300
/** Unanswered invitations per player. */
export const PENDING_INVITES_MAX = 30
export const INVITES_PER_HOUR_MAX = 20
export const BLOCKS_MAX = 500
/** How long a declined invitation cannot be repeated. */
export const DECLINED_PAUSE_MS = 7 * DAY_MS

/** The limit a player has reached. */
export type SocialLimit = 'friends' | 'their_friends' | 'pending' | 'hour' | 'blocks'
