import { SECOND_MS } from '@clutch/contract/formats'
import { fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { OperatorInput } from '../../http/call-handlers.ts'
import type { Chat } from './chat.ts'
import { toAuditSubject } from './moderation.ts'
import { once, toKeyedCall } from '../../store/keyed-calls.ts'

/**
 * Sets or lifts (0 seconds) a player's time-out in the chat; moderators cannot be timed out (rules §12).
 * @returns its end in Unix milliseconds; 0 when it was lifted
 */
export async function setTimeOut(
  chat: Chat,
  { userId, operator, body, idempotencyKey }: OperatorInput<'POST /chat/time-out'>,
): Promise<ApiResult<number>> {
  const { seconds, reason } = body
  const user_uuid = body.user_uuid.toLowerCase()
  const isModerator = (await chat.findModerator(user_uuid)) !== undefined
  const nowMs = chat.nowMs()
  const untilMs = seconds === 0 ? 0 : nowMs + seconds * SECOND_MS
  const request = toKeyedCall(userId, idempotencyKey, 'time-out', body)
  let isSet = false
  const result = await once<number>(chat.context, request, nowMs, async (trx) => {
    const target = await trx.selectFrom('player').select('name').where('user_id', '=', user_uuid).executeTakeFirst()
    const named = { target: target?.name ?? user_uuid, reason, idempotencyKey }
    const audit = toAuditSubject(operator, 'time_out.set', named)
    if (target === undefined || isModerator) {
      const code = target === undefined ? 'user_not_found' : 'forbidden'
      await writeAuditRow(trx, audit, { outcome: code })
      return fail({ code })
    }
    const before = await trx
      .selectFrom('chat_time_out')
      .select(['until_ms', 'reason'])
      .where('user_id', '=', user_uuid)
      .executeTakeFirst()
    await trx
      .insertInto('chat_time_out')
      .values({ user_id: user_uuid, until_ms: untilMs, reason })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ until_ms: untilMs, reason }))
      .execute()
    await writeAuditRow(trx, audit, { outcome: 'done', before, after: { user_uuid, until_ms: untilMs, reason } })
    isSet = true
    return succeed(untilMs)
  })
  // A repeated call changes nothing: the time-out may have been lifted since.
  if (isSet) chat.broadcast({ kind: 'time_out', atMs: nowMs, to: [user_uuid], untilMs, reason })
  return result
}
