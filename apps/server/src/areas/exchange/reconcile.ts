import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { ServerArea } from '../../area.ts'
import type { Context } from '../../context.ts'
import { allHolds } from '../../integrity/integrity-check.ts'
import { RepeatedWork } from '../../repeated-work.ts'
import { holdsOfExchanging, movedSince } from './checks.ts'
import type { PlatformWorkStats } from './platform-work.ts'
import { EXCHANGE_TASK } from './rows.ts'

const EVERY_MS = 60_000
/** Exchanges that ended within this window are reconciled; older ones have been checked over a thousand times. */
const LOOK_BACK_MS = 24 * 60 * 60_000

/** Result of the last check. */
export interface ExchangeFigures {
  /** Exchanges and holds that disagree with the ledger; alert unless 0. */
  discrepancies: number
  open: number
  /** Exchanges that require an operator's decision. */
  parked: number
}

/** Reconciles exchanges with the ledger, at the start and every minute (rules §9). */
export class ExchangeReconciliation {
  readonly figures: ExchangeFigures = { discrepancies: 0, open: 0, parked: 0 }
  readonly #context: Pick<Context, 'store'>
  readonly #areas: readonly ServerArea[]
  readonly #log: Logger
  readonly #nowMs: () => number
  readonly #looking: RepeatedWork

  constructor(context: Pick<Context, 'store' | 'areas'>, log: Logger, nowMs: () => number = Date.now) {
    this.#context = context
    this.#areas = context.areas
    this.#log = log
    this.#nowMs = nowMs
    this.#looking = new RepeatedWork({
      everyMs: EVERY_MS,
      run: () => this.#look(),
      onFailure: (error) => log.error({ err: error }, 'reconciling exchanges failed'),
    })
  }

  /** Also retries waiting exchanges at once: the process that was trying them has stopped. */
  async start(): Promise<void> {
    await this.#reviveTasks()
    await this.run()
    this.#looking.start()
  }

  stop(): Promise<void> {
    return this.#looking.stop()
  }

  run(): Promise<void> {
    return this.#looking.runNow()
  }

  async #look(): Promise<void> {
    const { db } = this.#context.store
    const [moved, holds, counts] = await Promise.all([
      movedSince(this.#nowMs() - LOOK_BACK_MS).execute(db),
      holdsOfExchanging(allHolds(this.#areas)).execute(db),
      sql<{ open: number; parked: number }>`select count(*) as open, count(*) filter (where state = 7) as parked
        from exchange where settled_at_ms is null`.execute(db),
      this.#replaceLostTasks(),
    ])
    const found = [...moved.rows, ...holds.rows]
    if (found.length > 0) this.#log.fatal({ found }, 'exchanges disagree with the ledger')
    this.figures.discrepancies = found.length
    this.figures.open = counts.rows[0]?.open ?? 0
    this.figures.parked = counts.rows[0]?.parked ?? 0
  }

  async #reviveTasks(): Promise<void> {
    await this.#context.store.db
      .updateTable('task')
      .set({ due_at_ms: this.#nowMs() })
      .where('kind', '=', EXCHANGE_TASK)
      .where('due_at_ms', '>', this.#nowMs())
      .execute()
  }

  /** Every open exchange has a task, unless it is parked (state 7). */
  async #replaceLostTasks(): Promise<void> {
    await sql`insert into task (task_id, kind, payload, due_at_ms)
      select gen_random_uuid(), ${EXCHANGE_TASK},
        json_build_object('exchange_id', exchange_id, 'user_id', user_id), ${this.#nowMs()}
      from exchange where settled_at_ms is null and state <> 7 and not exists (
        select from task where kind = ${EXCHANGE_TASK} and payload ->> 'exchange_id' = exchange.exchange_id::text
      )`.execute(this.#context.store.db)
  }
}

/** Publishes the figures at `/metrics`. */
export function publishExchangeMetrics(
  app: FastifyInstance,
  { reconciliation, stats }: { readonly reconciliation: ExchangeReconciliation; readonly stats: PlatformWorkStats },
): void {
  const { figures } = reconciliation
  const { Gauge, register } = app.metrics.client
  const gauges: Readonly<Record<string, readonly [() => number, string]>> = {
    clutch_exchange_discrepancies: [
      () => figures.discrepancies,
      'Exchanges and holds that do not agree with the ledger; anything but 0 is an alarm',
    ],
    clutch_exchanges_open: [() => figures.open, 'Exchanges that have not ended'],
    clutch_exchanges_parked: [() => figures.parked, 'Exchanges that wait for the operator'],
    clutch_platform_calls_postponed: [
      () => stats.postponed,
      'Calls that the store platform did not execute since the start: rejected key, or too many',
    ],
  }
  for (const [name, [read, help]] of Object.entries(gauges)) {
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
}
