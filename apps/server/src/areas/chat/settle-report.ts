import { fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { OperatorInput } from '../../http/call-handlers.ts'
import type { Chat } from './chat.ts'
import { toAuditSubject } from './moderation.ts'
import { once, toKeyedCall } from '../../store/keyed-calls.ts'

/** Closes a report and all other reports of the same message. */
export function settleReport(
  chat: Chat,
  { userId, operator, body, idempotencyKey }: OperatorInput<'POST /chat/settle-report'>,
): Promise<ApiResult<{ report_id: string }>> {
  const nowMs = chat.nowMs()
  const request = toKeyedCall(userId, idempotencyKey, 'settle-report', body)
  return once(chat.context, request, nowMs, async (trx) => {
    const audit = toAuditSubject(operator, 'report.settle', { target: body.report_id, idempotencyKey })
    const report = await trx
      .selectFrom('chat_report')
      .select('message_id')
      .where('report_id', '=', body.report_id)
      .where('settled_at_ms', 'is', null)
      .executeTakeFirst()
    if (report === undefined) {
      await writeAuditRow(trx, audit, { outcome: 'report_not_found' })
      return fail({ code: 'report_not_found' as const })
    }
    await trx
      .updateTable('chat_report')
      .set({ settled_at_ms: nowMs })
      .where('message_id', '=', report.message_id)
      .where('settled_at_ms', 'is', null)
      .execute()
    await writeAuditRow(trx, audit, {
      outcome: 'done',
      after: { message_id: report.message_id, verdict: body.verdict },
    })
    return succeed({ report_id: body.report_id })
  })
}
