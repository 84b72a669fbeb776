import { toSeconds } from '@clutch/contract/formats'
import { fail, succeed } from '@clutch/economy'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import type { IntegrityMonitor } from '../../integrity/integrity-monitor.ts'
import type { OutageLossWatch } from '../../store/outage-loss.ts'
import { operateOnce } from '../../store/keyed-calls.ts'
import { deleteHalt } from '../../integrity/economy-halt.ts'
import { countParked } from '../exchange/parked-queries.ts'
import { countDisabledWebhooks } from '../webhooks/webhooks.ts'

/** Status of the economy, and ending an economy halt. */
export function economyRoutes(
  context: Context,
  integrity: IntegrityMonitor,
  outageLoss: OutageLossWatch | undefined,
): CallHandlers {
  return {
    'GET /console/status': async () => {
      const { halt, checkedAtMs } = integrity
      const loss = outageLoss?.loss
      return succeed({
        frozen_since: halt === undefined ? null : toSeconds(halt.sinceMs),
        findings: [...(halt?.findings ?? [])],
        audited_at: checkedAtMs === undefined ? null : toSeconds(checkedAtMs),
        outage_loss: loss?.kind ?? null,
        outage_loss_ms: loss?.kind === 'replication_lag' ? Math.ceil(loss.lagMs) : null,
        parked_exchanges: await countParked(context.store.db),
        disabled_webhooks: await countDisabledWebhooks(context.store.db),
      })
    },
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
