import { fail, succeed } from '@clutch/economy'
import type { AuditSubject, Operator } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { decideExchange } from './decide-exchange.ts'
import { readEvidence, readParked } from './parked-queries.ts'

/** Calls for parked exchanges: list, evidence and decision (rules §9). */
export function parkedRoutes(context: Context): CallHandlers {
  const { db } = context.store
  return {
    'POST /admin/parked-exchanges': async ({ operator, body: { last_uuid } }) => {
      await writeAuditRow(db, readingOf(operator, ''), { outcome: 'done' })
      return succeed({ response: await readParked(db, last_uuid || undefined) })
    },
    'POST /admin/exchange-evidence': async ({ operator, body: { exchange_id, before_step } }) => {
      const steps = await readEvidence(db, exchange_id, before_step)
      const outcome = steps === undefined ? 'exchange_not_found' : 'done'
      await writeAuditRow(db, readingOf(operator, exchange_id), { outcome })
      return steps === undefined ? fail({ code: 'exchange_not_found' }) : succeed({ response: steps })
    },
    'POST /admin/decide-exchange': (input) => decideExchange(context, input),
  }
}

function readingOf(operator: Operator, target: string): AuditSubject {
  return { operator, action: 'exchange.read', target, reason: '', idempotencyKey: undefined }
}
