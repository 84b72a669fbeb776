import type { CommandBase } from '../../core/command.ts'
import type { UserId } from '../../core/numbers.ts'
import type { SocialLimit } from './limits.ts'
import type { FriendshipStatus, PairSide } from './pair.ts'
import type { Pairs } from './pairs.ts'

declare module '../../core/command.ts' {
  interface Commands {
    readonly send_friend_invite: SocialCommand<'send_friend_invite'>
    readonly accept_friend_invite: SocialCommand<'accept_friend_invite'>
    readonly decline_friend_invite: SocialCommand<'decline_friend_invite'>
    readonly cancel_invitation: SocialCommand<'cancel_invitation'>
    readonly remove_friend: SocialCommand<'remove_friend'>
    readonly block_user: SocialCommand<'block_user'>
    readonly unblock_user: SocialCommand<'unblock_user'>
  }
}
declare module '../../core/event.ts' {
  interface Events {
    readonly friendship_changed: FriendshipChanged
    readonly invites_counted: InvitesCounted
  }
}
declare module '../../core/rejection.ts' {
  interface Rejections {
    readonly oneself: { readonly code: 'oneself' }
    readonly user_blocked: { readonly code: 'user_blocked' }
    readonly user_not_blocked: { readonly code: 'user_not_blocked' }
    readonly already_friends: { readonly code: 'already_friends' }
    readonly not_friends: { readonly code: 'not_friends' }
    readonly invitation_not_found: { readonly code: 'invitation_not_found' }
    readonly too_many_requests: {
      readonly code: 'too_many_requests'
      readonly limit: SocialLimit
      readonly max: number
    }
    readonly too_soon: { readonly code: 'too_soon'; readonly untilMs: number }
  }
}
declare module '../../core/world.ts' {
  interface AccountParts {
    readonly social: SocialCounts
  }
  interface WorldParts {
    readonly social: Pairs
  }
}

/** How much of each limit a player uses. */
export interface SocialCounts {
  friends: number
  /** Unanswered invitations sent. */
  sent: number
  blocks: number
  /** Times of the invitations sent within the last hour, oldest first, in Unix milliseconds. */
  inviteTimesMs: readonly number[]
}

/** A command about the player and another one. */
export interface SocialCommand<Type extends string> extends CommandBase<Type> {
  readonly otherId: UserId
}

/** One player's side of a pair changed. */
export interface FriendshipChanged {
  readonly type: 'friendship_changed'
  readonly userId: UserId
  readonly otherId: UserId
  readonly side: PairSide
  /** What is sent to the owner of the side: `none` if something other than a friendship ended, null for nothing. */
  readonly sentStatus: FriendshipStatus | null
}

/** A player sent an invitation. */
export interface InvitesCounted {
  readonly type: 'invites_counted'
  readonly userId: UserId
  readonly timesMs: readonly number[]
}
