import { fail, succeed } from '@clutch/economy'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import type { IntegrityMonitor } from '../../integrity/integrity-monitor.ts'
import { operateOnce } from '../../store/keyed-calls.ts'
import { deleteHalt } from '../../integrity/economy-halt.ts'

/** Ending an economy halt. */
export function economyRoutes(context: Context, integrity: IntegrityMonitor): CallHandlers {
  return {
    'POST /admin/thaw-economy': async ({ operator, body }) => {
      const { reason, idempotency_key: idempotencyKey } = body
      const audit = { operator, action: 'economy.thaw', target: '', reason, idempotencyKey } as const
      const findings = await integrity.check()
      let isLifted = false
      const result = await operateOnce<{ ok: true }>(context, audit, body, async (trx) => {
        const outcome = findings.length > 0 ? 'still_broken' : 'done'
        await writeAuditRow(trx, audit, { outcome, before: integrity.halt ?? null })
        if (findings.length > 0) return fail({ code: 'still_broken', params: { count: findings.length } })
        await deleteHalt(trx)
        isLifted = true
        return succeed({ ok: true })
      })
      if (isLifted) integrity.noteLifted()
      return result
    },
  }
}
