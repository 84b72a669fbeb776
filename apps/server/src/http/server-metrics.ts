import { SECOND_MS } from '@clutch/contract/formats'
import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { EconomyWatch } from '../watch/economy-watch.ts'
import { lossSeconds, type OutageLossWatch } from '../watch/outage-loss.ts'

/** Tasks that failed this often are told apart from those that wait for their first try. */
const RETRIED_ATTEMPTS = 2

export interface MeasuredServer {
  readonly db: Kysely<Database>
  readonly watch: EconomyWatch
  readonly outageLoss: OutageLossWatch | undefined
  readonly sockets: () => number
  readonly eventStreams: () => number
}

interface StoreFigures {
  readonly bytes: number
  readonly due_at_ms: number | null
  readonly tasks_new: number
  readonly tasks_retried: number
}

/** Counts beside the writer's at `/metrics`, read when somebody asks for them. */
export function publishServerMetrics(app: FastifyInstance, server: MeasuredServer): void {
  const { Gauge, register } = app.metrics.client
  const gauge = (name: string, help: string, read: () => number): void => {
    register.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect(): void {
          this.set(read())
        },
      }),
    )
  }
  gauge('clutch_sockets', 'Open live connections', server.sockets)
  gauge('clutch_event_streams', 'Open streams of server-sent events', server.eventStreams)
  gauge('clutch_economy_frozen', '1 while the economy is frozen', () => (server.watch.freeze === undefined ? 0 : 1))
  gauge('clutch_audit_findings', 'Promises found broken', () => server.watch.freeze?.findings.length ?? 0)
  gauge('clutch_audit_age_seconds', 'Since the last full audit that found nothing; NaN before the first', () => {
    const { auditedAtMs } = server.watch
    return auditedAtMs === undefined ? Number.NaN : (Date.now() - auditedAtMs) / SECOND_MS
  })
  const { outageLoss } = server
  if (outageLoss !== undefined) {
    const help =
      'Seconds of commands that an outage of the PostgreSQL primary loses: 0 with a synchronous standby, +Inf without a standby'
    gauge('clutch_outage_loss_seconds', help, () => lossSeconds(outageLoss.loss))
  }
  // One question for all that the store has to tell: those who ask while it is under way share its answer.
  let asked: Promise<StoreFigures> | undefined
  const ask = (): Promise<StoreFigures> => (asked ??= readFigures(server.db).finally(() => (asked = undefined)))
  register.registerMetric(
    new Gauge({
      name: 'clutch_store_bytes',
      help: 'Size of the database',
      registers: [],
      async collect(): Promise<void> {
        this.set((await ask()).bytes)
      },
    }),
  )
  register.registerMetric(
    new Gauge({
      name: 'clutch_tasks',
      help: 'Work with the outside that is not done yet: not tried more than once, or tried again and again',
      labelNames: ['state'],
      registers: [],
      async collect(): Promise<void> {
        const { tasks_new, tasks_retried } = await ask()
        this.set({ state: 'new' }, tasks_new)
        this.set({ state: 'retried' }, tasks_retried)
      },
    }),
  )
  register.registerMetric(
    new Gauge({
      name: 'clutch_due_work_lag_seconds',
      help: 'How long the earliest due work has been due',
      registers: [],
      async collect(): Promise<void> {
        const dueAtMs = (await ask()).due_at_ms ?? Number.POSITIVE_INFINITY
        this.set(Math.max(0, Date.now() - dueAtMs) / SECOND_MS)
      },
    }),
  )
}

async function readFigures(db: Kysely<Database>): Promise<StoreFigures> {
  const { rows } = await sql<StoreFigures>`select pg_database_size(current_database()) as bytes,
    (select min(due_at_ms) from due_work) as due_at_ms,
    (select count(*) from task where attempts < ${RETRIED_ATTEMPTS}) as tasks_new,
    (select count(*) from task where attempts >= ${RETRIED_ATTEMPTS}) as tasks_retried`.execute(db)
  const [figures] = rows
  return figures ?? { bytes: 0, due_at_ms: null, tasks_new: 0, tasks_retried: 0 }
}
