import { fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { CommandInput } from '../../http/call-handlers.ts'
import { audienceOf, type Chat } from './chat.ts'
import { findChannel } from './channels.ts'
import { messages } from './history.ts'
import { toAuditSubject } from './moderation.ts'
import { once, toKeyedCall } from '../../store/keyed-calls.ts'

/** Deletes the caller's own message, or any message as a moderator; a tombstone remains (rules §12). */
export async function deleteMessage(
  chat: Chat,
  { userId, body, idempotencyKey, caller }: CommandInput<'POST /chat/delete'>,
): Promise<ApiResult<{ id: number }>> {
  const nowMs = chat.nowMs()
  const moderator = await chat.findModerator(userId)
  let channelId: string | undefined
  let by: 'sender' | 'moderator' = 'sender'
  const result = await once(chat.context, toKeyedCall(userId, idempotencyKey, 'delete', body), nowMs, async (trx) => {
    const message = await messages(trx).where('message_id', '=', body.id).executeTakeFirst()
    const isOwn = message?.sender_id === userId
    if (message === undefined || !(isOwn || moderator !== undefined))
      return fail({ code: 'message_not_found' as const })
    const deleted = await trx
      .updateTable('chat_message')
      .set({ deleted_by: isOwn ? 1 : 2 })
      .where('message_id', '=', body.id)
      .where('deleted_by', 'is', null)
      .returning('channel_id')
      .executeTakeFirst()
    channelId = deleted?.channel_id
    by = isOwn ? 'sender' : 'moderator'
    if (channelId === undefined || isOwn || moderator === undefined) return succeed({ id: body.id })
    const operator = { ...moderator, userId, ...caller }
    const audit = toAuditSubject(operator, 'message.delete', { target: message.name, idempotencyKey })
    await writeAuditRow(trx, audit, {
      outcome: 'done',
      before: { id: body.id, user_uuid: message.sender_id, text: message.text },
    })
    return succeed({ id: body.id })
  })
  const channel = channelId === undefined ? undefined : findChannel(chat.context.pack, channelId)
  if (channel !== undefined) chat.broadcast({ kind: 'deleted', atMs: nowMs, to: audienceOf(channel), id: body.id, by })
  return result
}
