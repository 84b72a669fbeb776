import { fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { OperatorInput } from '../../http/call-handlers.ts'
import { findChannel } from './channels.ts'
import type { Chat } from './chat.ts'
import { toAuditSubject } from './moderation.ts'
import { once, toKeyedCall } from '../../store/keyed-calls.ts'

/** Sets the pause between a player's messages in a public channel, overriding the pack (rules §12). */
export async function setSlowMode(
  chat: Chat,
  { userId, operator, body, idempotencyKey }: OperatorInput<'POST /chat/set-slow-mode'>,
): Promise<ApiResult<{ channel_id: string; slow_mode_sec: number }>> {
  const { channel_id, slow_mode_sec } = body
  const channel = findChannel(chat.context.pack, channel_id)
  const nowMs = chat.nowMs()
  const request = toKeyedCall(userId, idempotencyKey, 'set-slow-mode', body)
  let isSet = false
  const result = await once(chat.context, request, nowMs, async (trx) => {
    const audit = toAuditSubject(operator, 'slow_mode.set', { target: channel_id, idempotencyKey })
    if (channel?.kind !== 'public') {
      await writeAuditRow(trx, audit, { outcome: 'channel_not_found' })
      return fail({ code: 'channel_not_found' as const })
    }
    const known = await trx
      .selectFrom('chat_slow_mode')
      .select('slow_mode_sec')
      .where('channel_id', '=', channel_id)
      .executeTakeFirst()
    await trx
      .insertInto('chat_slow_mode')
      .values({ channel_id, slow_mode_sec })
      .onConflict((conflict) => conflict.column('channel_id').doUpdateSet({ slow_mode_sec }))
      .execute()
    const before = { slow_mode_sec: known?.slow_mode_sec ?? channel.inPack.slowModeSec }
    await writeAuditRow(trx, audit, { outcome: 'done', before, after: { slow_mode_sec } })
    isSet = true
    return succeed({ channel_id, slow_mode_sec })
  })
  // A repeated call changes nothing: another slow mode may have been set since.
  if (isSet) {
    chat.broadcast({ kind: 'channel', atMs: nowMs, to: null, channelId: channel_id, slowModeSec: slow_mode_sec })
  }
  return result
}
