import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { emptyBody, text, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { FIND_USERS_QUERY_MAX } from '../constants.ts'

/** The relation between two players as shown to the caller (document 2 §3, rules §11). */
export const friendshipStatus = z.enum(['none', 'pending', 'accepted', 'declined', 'blocked', 'deleted'])
export type FriendshipStatus = z.infer<typeof friendshipStatus>

const userName = { user_uuid: uuid, name: z.string() } as const

export const friend = z.object({
  ...userName,
  status: friendshipStatus,
  /** Whether the friend has an open live connection. */
  online: z.boolean(),
  /** When the friendship started. */
  since: unixSeconds,
})
export type Friend = z.infer<typeof friend>

export const invitation = z.object({ ...userName, created_at: unixSeconds, direction: z.enum(['in', 'out']) })
export type Invitation = z.infer<typeof invitation>

export const foundUser = z.object({ ...userName, status: friendshipStatus })
export type FoundUser = z.infer<typeof foundUser>

export const blockedUser = z.object({ ...userName, blocked_at: unixSeconds })
export type BlockedUser = z.infer<typeof blockedUser>

const common = { area: 'social', access: 'player', query: z.object({}) } as const
const read = { ...common, bodyType: 'none', body: emptyBody, command: false, rateLimit: RATE_LIMITS.read } as const
const status = z.object({ status: friendshipStatus })
const command = {
  ...common,
  bodyType: 'json',
  command: true,
  rateLimit: RATE_LIMITS.command,
  response: status,
} as const
const friendCommand = { ...command, body: z.object({ friend_uuid: uuid }) } as const
const userCommand = { ...command, body: z.object({ user_uuid: uuid }) } as const

export const socialContract = {
  calls: {
    'GET /social/find-users': {
      ...read,
      summary:
        'Up to 20 players whose name contains a text, ignoring case, accents and width; a single character matches whole names only. Excludes the caller',
      query: z.object({ q: text.max(FIND_USERS_QUERY_MAX).default('') }),
      response: z.object({ response: z.array(foundUser) }),
    },
    'GET /social/get-friend-list': {
      ...read,
      summary: "The caller's friends, by name",
      response: z.object({ response: z.array(friend) }),
    },
    'GET /social/get-invite-list': {
      ...read,
      summary: 'Pending invitations to and from the caller, newest first',
      response: z.object({ response: z.array(invitation) }),
    },
    'GET /social/get-block-list': {
      ...read,
      summary: 'The players the caller blocks, by name',
      response: z.object({ response: z.array(blockedUser) }),
    },
    'GET /social/friendship-status/:id': {
      ...read,
      summary: 'The relation of a player to the caller',
      params: z.object({ id: uuid }),
      response: status,
    },
    'POST /social/send-friend-invite': {
      ...friendCommand,
      summary: 'Invites a player; crossing invitations become a friendship',
    },
    'POST /social/accept-friend-invite': { ...friendCommand, summary: 'Accepts an invitation' },
    'POST /social/decline-friend-invite': {
      ...friendCommand,
      summary: 'Declines an invitation; its sender cannot repeat it for seven days',
    },
    'POST /social/remove-friend': {
      ...friendCommand,
      summary: 'Ends a friendship and the open trade with that friend',
    },
    'POST /social/cancel-invitation': { ...friendCommand, summary: 'Cancels an own invitation' },
    'POST /social/block-user': { ...userCommand, summary: 'Blocks a player, who cannot detect it' },
    'POST /social/unblock-user': { ...userCommand, summary: 'Lifts a block' },
  },
  errors: {
    invitation_not_found: { status: 404, message: 'This invitation no longer exists' },
    oneself: { status: 400, message: 'This needs another player than yourself' },
    user_blocked: { status: 409, message: 'You have blocked this player' },
    user_not_blocked: { status: 409, message: 'You have not blocked this player' },
    already_friends: { status: 409, message: 'You are already friends' },
    not_friends: { status: 409, message: 'You are not friends' },
    too_many_requests: { status: 409, message: 'The limit is reached ({limit}): at most {max}' },
    too_soon: { status: 409, message: 'The invitation was declined: it can be repeated at {retry_at}' },
  },
} as const satisfies ContractArea
