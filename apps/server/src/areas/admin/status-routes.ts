import { toSeconds } from '@clutch/contract/formats'
import { succeed } from '@clutch/economy'
import type { BackupStatusReader } from '../../backup/backup-status.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import type { IntegrityMonitor } from '../../integrity/integrity-monitor.ts'
import type { CopyWatch } from '../../store/copy-watch.ts'
import type { OutageLossWatch } from '../../store/outage-loss.ts'
import { SCHEMA } from '../../store/migrate.ts'
import { VERSION } from '../../version.ts'
import { countParked } from '../exchange/parked-queries.ts'
import { countDisabledWebhooks } from '../webhooks/webhooks.ts'

/** What the console's status is read from. */
export interface StatusSources {
  readonly integrity: IntegrityMonitor
  /** Undefined for the embedded database. */
  readonly outageLoss: OutageLossWatch | undefined
  readonly copyWatch: CopyWatch
  readonly backups: BackupStatusReader
}

/** What operators should know at a glance. */
export function statusRoutes(
  { store }: Pick<Context, 'store'>,
  { integrity, outageLoss, copyWatch, backups }: StatusSources,
): CallHandlers {
  return {
    'GET /console/status': async () => {
      const { halt, checkedAtMs } = integrity
      const loss = outageLoss?.loss
      const { backupAtMs, walArchivedAtMs, isArchivingFailing } = await backups.read()
      return succeed({
        version: VERSION,
        schema: SCHEMA,
        copy_of: copyWatch.copyOf ?? null,
        frozen_since: halt === undefined ? null : toSeconds(halt.sinceMs),
        findings: [...(halt?.findings ?? [])],
        audited_at: checkedAtMs === undefined ? null : toSeconds(checkedAtMs),
        outage_loss: loss?.kind ?? null,
        outage_loss_ms: loss?.kind === 'replication_lag' ? Math.ceil(loss.lagMs) : null,
        backup_at: backupAtMs === undefined ? null : toSeconds(backupAtMs),
        wal_archived_at: walArchivedAtMs === undefined ? null : toSeconds(walArchivedAtMs),
        is_archiving_failing: isArchivingFailing,
        parked_exchanges: await countParked(store.db),
        disabled_webhooks: await countDisabledWebhooks(store.db),
      })
    },
  }
}
