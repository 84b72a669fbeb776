import { SECOND_MS } from '@clutch/contract/formats'
import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { BackupStatusReader } from '../backup/backup-status.ts'
import type { Game } from '../start/open-game.ts'
import type { Database } from '../store/database.ts'
import type { IntegrityMonitor } from '../integrity/integrity-monitor.ts'
import type { CopyWatch } from '../store/copy-watch.ts'
import { lossSeconds, type OutageLossWatch } from '../store/outage-loss.ts'

/** Attempts from which a task counts as retried. */
const RETRIED_ATTEMPTS = 2

export interface MeasuredServer {
  readonly db: Kysely<Database>
  readonly integrity: IntegrityMonitor
  readonly outageLoss: OutageLossWatch | undefined
  readonly copyWatch: CopyWatch
  readonly backups: BackupStatusReader
  /** Undefined without other servers. */
  readonly others: Game['others']
  /** Whether this server holds the lease. */
  readonly isWriter: () => boolean
  readonly sockets: () => number
  readonly eventStreams: () => number
}

interface StoreFigures {
  readonly bytes: number
  readonly due_at_ms: number | null
  readonly history_until_ms: number
  readonly tasks_new: number
  readonly tasks_retried: number
}

/** Publishes the server's gauges at `/metrics`; they are read on each scrape. */
export function publishServerMetrics(app: FastifyInstance, server: MeasuredServer): void {
  const gauge = gaugesOf(app)
  gauge('clutch_sockets', 'Open live connections', server.sockets)
  gauge('clutch_writer', '1 while this server executes commands', () => (server.isWriter() ? 1 : 0))
  gauge('clutch_event_streams', 'Open streams of server-sent events', server.eventStreams)
  gauge('clutch_economy_frozen', '1 while the economy is halted', () => (server.integrity.halt === undefined ? 0 : 1))
  gauge('clutch_database_is_copy', "1 while the database is a copy of another world's, for which nothing is sent", () =>
    server.copyWatch.isCopy ? 1 : 0,
  )
  gauge('clutch_audit_findings', 'Integrity violations found', () => server.integrity.halt?.findings.length ?? 0)
  gauge(
    'clutch_audit_age_seconds',
    'Seconds since the last integrity check without findings; NaN before the first',
    () => {
      const { checkedAtMs } = server.integrity
      return checkedAtMs === undefined ? Number.NaN : (Date.now() - checkedAtMs) / SECOND_MS
    },
  )
  const { outageLoss } = server
  if (outageLoss !== undefined) {
    const help =
      'Seconds of commands that an outage of the PostgreSQL primary loses: 0 with a synchronous standby, +Inf without a standby'
    gauge('clutch_outage_loss_seconds', help, () => lossSeconds(outageLoss.loss))
  }
  const { others } = server
  if (others !== undefined) {
    const { nats, commands } = others
    gauge('clutch_bus_connected', '1 while this server is connected to NATS', () => (nats.isConnected ? 1 : 0))
    gauge('clutch_bus_peers', 'Other servers that this one hears', () => nats.peerCount)
    gauge('clutch_bus_losses', 'How often messages of other servers were lost since the start', () => nats.lossCount)
    gauge('clutch_forwarded_commands', 'Commands at the writer of another server', () => commands.pendingCount)
  }
  publishBackupAges(gauge, server.backups)
  publishStoreFigures(app, gauge, server.db)
}

/** Publishes a figure without labels; it is read on each scrape. */
type PublishGauge = (name: string, help: string, read: () => number | Promise<number>) => void

function gaugesOf(app: FastifyInstance): PublishGauge {
  const { Gauge, register } = app.metrics.client
  return (name, help, read) => {
    register.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect(): Promise<void> {
          this.set(await read())
        },
      }),
    )
  }
}

/** Lets the gauges of one scrape share a reading. */
function shared<Figures>(read: () => Promise<Figures>): () => Promise<Figures> {
  let reading: Promise<Figures> | undefined
  return () => (reading ??= read().finally(() => (reading = undefined)))
}

function publishStoreFigures(app: FastifyInstance, gauge: PublishGauge, db: Kysely<Database>): void {
  const { Gauge, register } = app.metrics.client
  const read = shared(() => readFigures(db))
  gauge('clutch_store_bytes', 'Size of the database', async () => (await read()).bytes)
  register.registerMetric(
    new Gauge({
      name: 'clutch_tasks',
      help: 'Pending background tasks: new, or retried after failures',
      labelNames: ['state'],
      registers: [],
      async collect(): Promise<void> {
        const { tasks_new, tasks_retried } = await read()
        this.set({ state: 'new' }, tasks_new)
        this.set({ state: 'retried' }, tasks_retried)
      },
    }),
  )
  gauge(
    'clutch_history_ahead_seconds',
    'How long the history has partitions for; without one, commands fail',
    async () => ((await read()).history_until_ms - Date.now()) / SECOND_MS,
  )
  gauge('clutch_due_work_lag_seconds', 'How long the oldest due scheduled work is overdue', async () => {
    const dueAtMs = (await read()).due_at_ms ?? Number.POSITIVE_INFINITY
    return Math.max(0, Date.now() - dueAtMs) / SECOND_MS
  })
}

/** Ages of backups; none at all is infinitely old where one is expected. */
function publishBackupAges(gauge: PublishGauge, backups: BackupStatusReader): void {
  const read = shared(() => backups.read())
  gauge(
    'clutch_backup_age_seconds',
    'Seconds since the last backup; +Inf if there is none, NaN if BACKUP_STATUS_FILE is not set',
    async () => ageOf((await read()).backupAtMs) ?? (backups.isExpected ? Number.POSITIVE_INFINITY : Number.NaN),
  )
  gauge(
    'clutch_wal_archive_age_seconds',
    'Seconds since PostgreSQL last archived its log; NaN if it does not archive it',
    async () => ageOf((await read()).walArchivedAtMs) ?? Number.NaN,
  )
  gauge('clutch_wal_archive_failing', '1 if the latest attempt to archive the log failed', async () =>
    (await read()).isArchivingFailing ? 1 : 0,
  )
}

function ageOf(atMs: number | undefined): number | undefined {
  return atMs === undefined ? undefined : (Date.now() - atMs) / SECOND_MS
}

async function readFigures(db: Kysely<Database>): Promise<StoreFigures> {
  const { rows } = await sql<StoreFigures>`select pg_database_size(current_database()) as bytes,
    (select min(due_at_ms) from due_work) as due_at_ms,
    (select coalesce(max(until_ms), 0) from history_partition where kind = 'month') as history_until_ms,
    (select count(*) from task where attempts < ${RETRIED_ATTEMPTS}) as tasks_new,
    (select count(*) from task where attempts >= ${RETRIED_ATTEMPTS}) as tasks_retried`.execute(db)
  const [figures] = rows
  return figures ?? { bytes: 0, due_at_ms: null, history_until_ms: 0, tasks_new: 0, tasks_retried: 0 }
}
