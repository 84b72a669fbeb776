import { asExchangeId, asUserId, fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import type { AuditSubject } from '../../audit/audit-entry.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import type { Context } from '../../context.ts'
import type { OperatorInput } from '../../http/call-handlers.ts'
import { toApiError } from '../rejections.ts'

/** The operator's word on a parked exchange (rules §9); its audit row commits with it. */
export async function decideExchange(
  context: Context,
  { operator, body }: OperatorInput<'POST /admin/decide-exchange'>,
): Promise<ApiResult<{ ok: true }>> {
  const { exchange_id, was_done, reason } = body
  const audit: AuditSubject = {
    operator,
    action: 'exchange.decide',
    target: exchange_id,
    reason,
    idempotencyKey: undefined,
  }
  const row = await context.store.db
    .selectFrom('exchange')
    .select('user_id')
    .where('exchange_id', '=', exchange_id)
    .executeTakeFirst()
  if (row === undefined) {
    await writeAudit(context.store.db, audit, { outcome: 'exchange_not_found' })
    return fail({ code: 'exchange_not_found' })
  }
  const outcome = await context.writer.submit<'decide_exchange'>({
    command: {
      type: 'decide_exchange',
      userId: asUserId(row.user_id),
      exchangeId: asExchangeId(exchange_id.toLowerCase()),
      wasDone: was_done,
    },
    actorId: asUserId(operator.userId),
    idempotency: undefined,
    audit,
  })
  if (outcome.ok) return succeed({ ok: true })
  const { code } = outcome.error
  if (code === 'unavailable' || code === 'economy_frozen') await writeAudit(context.store.db, audit, { outcome: code })
  return fail(toApiError(outcome.error, context.pack))
}
