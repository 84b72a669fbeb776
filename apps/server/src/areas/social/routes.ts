import { asUserId, fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { readName } from '../players/players.ts'
import type { Presence } from '../../live/presence.ts'
import { sendCommand, type Sender } from '../send-command.ts'
import type { SocialCommandType } from './responses.ts'
import { findUsers, readBlocked, readFriends, readInvitations, readStatus } from './queries.ts'

/** Friends, invitations and blocks (document 2 §7, rules §11). Ids are converted to lower case because the rules compare them as text. */
export function socialRoutes(context: Context, presence: Pick<Presence, 'isOnline'>): CallHandlers {
  async function send(type: SocialCommandType, sender: Sender, givenId: string) {
    const otherId = givenId.toLowerCase()
    const known = await checkPlayer(context, otherId)
    if (!known.ok) return known
    return sendCommand<SocialCommandType>(context, sender, {
      type,
      userId: asUserId(sender.userId),
      otherId: asUserId(otherId),
    })
  }
  return {
    'GET /social/find-users': async ({ userId, query }) =>
      succeed({ response: await findUsers(context, userId, query.q) }),
    'GET /social/get-friend-list': async ({ userId }) =>
      succeed({ response: await readFriends(context, userId, (id) => presence.isOnline(id)) }),
    'GET /social/get-invite-list': async ({ userId }) => succeed({ response: await readInvitations(context, userId) }),
    'GET /social/get-block-list': async ({ userId }) => succeed({ response: await readBlocked(context, userId) }),
    'GET /social/friendship-status/:id': async ({ userId, params }) => {
      const otherId = params.id.toLowerCase()
      const known = await checkPlayer(context, otherId)
      return known.ok ? succeed({ status: await readStatus(context, userId, otherId) }) : known
    },
    'POST /social/send-friend-invite': (input) => send('send_friend_invite', input, input.body.friend_uuid),
    'POST /social/accept-friend-invite': (input) => send('accept_friend_invite', input, input.body.friend_uuid),
    'POST /social/decline-friend-invite': (input) => send('decline_friend_invite', input, input.body.friend_uuid),
    'POST /social/remove-friend': (input) => send('remove_friend', input, input.body.friend_uuid),
    'POST /social/cancel-invitation': (input) => send('cancel_invitation', input, input.body.friend_uuid),
    'POST /social/block-user': (input) => send('block_user', input, input.body.user_uuid),
    'POST /social/unblock-user': (input) => send('unblock_user', input, input.body.user_uuid),
  }
}

/** Known player ids are cached: players are never deleted. */
export async function checkPlayer(context: Context, userId: string): Promise<ApiResult<string>> {
  const name = await readName(context.store, userId)
  return name === undefined ? fail({ code: 'user_not_found' }) : succeed(name)
}
