import { fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import type { CommandInput } from '../../http/call-handlers.ts'
import type { Chat } from './chat.ts'
import { storeReport } from './moderation.ts'
import { once, toKeyedCall } from '../../store/keyed-calls.ts'

/** Reports a message that the caller can read to the moderators (rules §12). */
export async function reportMessage(
  chat: Chat,
  { userId, body, idempotencyKey }: CommandInput<'POST /chat/report'>,
): Promise<ApiResult<{ id: number }>> {
  const { db } = chat.context.store
  const message = await db
    .selectFrom('chat_message')
    .select(['message_id', 'channel_id'])
    .where('message_id', '=', body.id)
    .executeTakeFirst()
  const channel = message === undefined ? undefined : await chat.openChannel(userId, message.channel_id)
  const nowMs = chat.nowMs()
  return once(chat.context, toKeyedCall(userId, idempotencyKey, 'report', body), nowMs, async (trx) => {
    if (message === undefined || channel?.ok !== true) return fail({ code: 'message_not_found' as const })
    await storeReport(trx, message, userId, body.reason, nowMs)
    return succeed({ id: body.id })
  })
}
