import { toSeconds } from '@clutch/contract/formats'
import { fail, succeed } from '@clutch/economy'
import { writeAudit } from '../../audit/write-audit.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import type { EconomyWatch } from '../../watch/economy-watch.ts'
import type { OutageLossWatch } from '../../watch/outage-loss.ts'
import { operateOnce } from '../../store/keyed-calls.ts'
import { liftFreeze } from '../../watch/freeze-store.ts'
import { countParked } from '../exchange/parked-queries.ts'

/** How the economy does, and starting it again after it was frozen. */
export function economyRoutes(
  context: Context,
  watch: EconomyWatch,
  outageLoss: OutageLossWatch | undefined,
): CallHandlers {
  return {
    'GET /console/status': async () => {
      const { freeze, auditedAtMs } = watch
      const loss = outageLoss?.loss
      return succeed({
        frozen_since: freeze === undefined ? null : toSeconds(freeze.sinceMs),
        findings: [...(freeze?.findings ?? [])],
        audited_at: auditedAtMs === undefined ? null : toSeconds(auditedAtMs),
        outage_loss: loss?.kind ?? null,
        outage_loss_ms: loss?.kind === 'replication_lag' ? Math.ceil(loss.lagMs) : null,
        parked_exchanges: await countParked(context.store.db),
      })
    },
    'POST /admin/thaw-economy': async ({ operator, body }) => {
      const { reason, idempotency_key: idempotencyKey } = body
      const audit = { operator, action: 'economy.thaw', target: '', reason, idempotencyKey } as const
      const findings = await watch.audit()
      let isLifted = false
      const result = await operateOnce<{ ok: true }>(context, audit, body, async (trx) => {
        const outcome = findings.length > 0 ? 'still_broken' : 'done'
        await writeAudit(trx, audit, { outcome, before: watch.freeze ?? null })
        if (findings.length > 0) return fail({ code: 'still_broken', params: { count: findings.length } })
        await liftFreeze(trx)
        isLifted = true
        return succeed({ ok: true })
      })
      if (isLifted) watch.noteLifted()
      return result
    },
  }
}
