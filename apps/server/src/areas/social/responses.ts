import type { CallResponse } from '@clutch/contract'
import { friendshipStatusOf, type CommandType, type UserId, type World } from '@clutch/economy'
import type { ResponseTable } from '../../writer/area.ts'

type Status = CallResponse<'GET /social/friendship-status/:id'>

declare module '../../writer/outcome.ts' {
  interface Responses {
    send_friend_invite: Status
    accept_friend_invite: Status
    decline_friend_invite: Status
    cancel_invitation: Status
    remove_friend: Status
    block_user: Status
    unblock_user: Status
  }
}

/** Responses to the commands of this area. */
export type SocialCommandType = Extract<
  CommandType,
  | 'send_friend_invite'
  | 'accept_friend_invite'
  | 'decline_friend_invite'
  | 'cancel_invitation'
  | 'remove_friend'
  | 'block_user'
  | 'unblock_user'
>

/** The current status of the other player for the caller. */
function answer(
  { userId, otherId }: { readonly userId: UserId; readonly otherId: UserId },
  _events: unknown,
  world: World,
): Status {
  return { status: friendshipStatusOf(world.social.side(userId, otherId)) }
}

export const socialResponses: Pick<ResponseTable, SocialCommandType> = {
  send_friend_invite: answer,
  accept_friend_invite: answer,
  decline_friend_invite: answer,
  cancel_invitation: answer,
  remove_friend: answer,
  block_user: answer,
  unblock_user: answer,
}
