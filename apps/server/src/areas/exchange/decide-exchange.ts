import type { CallResponse } from '@clutch/contract'
import { asExchangeId, asUserId, fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import type { AuditSubject } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { Context } from '../../context.ts'
import type { OperatorInput } from '../../http/call-handlers.ts'
import { hashBody } from '../../writer/submission.ts'

type Decided = CallResponse<'POST /admin/decide-exchange'>

/** The operator's decision on a parked exchange (rules §9), committed with its audit row. */
export async function decideExchange(
  context: Context,
  { operator, body, idempotencyKey: headerKey }: OperatorInput<'POST /admin/decide-exchange'>,
): Promise<ApiResult<Decided>> {
  const { exchange_id, was_done, reason, idempotency_key: idempotencyKey = headerKey } = body
  const audit: AuditSubject = {
    operator,
    action: 'exchange.decide',
    target: exchange_id,
    reason,
    idempotencyKey,
    change: { before: { state: 'parked' }, after: { was_done } },
  }
  const row = await context.store.db
    .selectFrom('exchange')
    .select('user_id')
    .where('exchange_id', '=', exchange_id)
    .executeTakeFirst()
  if (row === undefined) {
    await writeAuditRow(context.store.db, audit, { outcome: 'exchange_not_found' })
    return fail({ code: 'exchange_not_found' })
  }
  const requestHash = hashBody('exchange.decide', body)
  const outcome = await context.writer.submit<'decide_exchange'>({
    command: {
      type: 'decide_exchange',
      userId: asUserId(row.user_id),
      exchangeId: asExchangeId(exchange_id.toLowerCase()),
      wasDone: was_done,
    },
    actorId: asUserId(operator.userId),
    idempotency:
      idempotencyKey === undefined ? undefined : { ownerId: operator.userId, key: idempotencyKey, requestHash },
    audit,
  })
  if (outcome.ok) return succeed(outcome.value)
  const { code } = outcome.error
  if (code === 'unavailable' || code === 'economy_frozen')
    await writeAuditRow(context.store.db, audit, { outcome: code })
  return fail(context.toApiError(outcome.error))
}
