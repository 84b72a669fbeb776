import { HOUR_MS } from '@clutch/contract/formats'
import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import { ExclusiveWork, pauseUntil } from '../tasks/exclusive-work.ts'
import type { Database } from './database.ts'
import { readMonths, startOfMonthMs, type HistoryMonth } from './history-partitions.ts'
import type { Store } from './store.ts'

/** Longest wait for readers of a month, since everyone who comes after them waits as well. */
const LOCK_TIMEOUT = '200ms'

/** Indexes that only the current and the previous month have. The last shows that a month is not thinned yet. */
const DROPPED = ['by_cause', 'by_id'] as const

/**
 * What replaces them, at a hundredth of their size. Rows are stored in the order of their time, so only a few ranges of
 * blocks contain a time or a cause. Such an index gives no order: its readers sort what they find.
 */
const LEAN = {
  by_cause_range: `using brin (cause_id uuid_bloom_ops (n_distinct_per_range = 1500, false_positive_rate = 0.01))
    with (pages_per_range = 32)`,
  by_id_range: 'using brin (operation_id) with (pages_per_range = 32)',
}

/** Indexes of all months that random order has left half empty; they are rebuilt once nearly nothing is added. */
const REBUILT = [
  'operation_pkey',
  'operation_by_entry',
  'operation_by_item',
  'operation_by_taken_item',
  'operation_item_pkey',
]

export interface HistoryUpkeepOptions {
  readonly store: Pick<Store, 'db' | 'slowDb' | 'embedded'>
  readonly log: Logger
  readonly nowMs?: (() => number) | undefined
}

/** Thins old months every hour, on one server at a time. */
export function historyUpkeep({ store, log, nowMs = Date.now }: HistoryUpkeepOptions): ExclusiveWork {
  const { slowDb: db, embedded } = store
  return new ExclusiveWork({
    db,
    isShared: embedded === undefined,
    name: 'history_upkeep',
    log,
    async run(signal) {
      while (!signal.aborted) {
        for (const month of await readFullMonths(db, nowMs())) {
          if (signal.aborted) return
          await thinMonth(store, month, signal)
            .then(() => log.info({ month: month.name }, 'month thinned'))
            .catch((error: unknown) => {
              if (!signal.aborted) log.warn({ err: error, month: month.name }, 'thinning a month failed')
            })
        }
        await pauseUntil(HOUR_MS, signal)
      }
    },
  })
}

/** Months before the previous one that still have all indexes. */
export async function readFullMonths(db: Kysely<Database>, nowMs: number): Promise<HistoryMonth[]> {
  const { rows } = await sql<{ name: string }>`select name from history_partition
    where kind = 'month' and to_regclass(format('operation_%s_by_id', name)) is not null`.execute(db)
  const full = new Set(rows.map(({ name }) => name))
  const months = await readMonths(db)
  return months.filter(({ name, untilMs }) => full.has(name) && untilMs <= startOfMonthMs(nowMs, -1))
}

/**
 * Replaces the indexes of a month by those that histories need. Can be interrupted and repeated.
 * @param signal cancels the running statement on PostgreSQL, since building an index of a large month takes minutes
 * @throws when the month is being read for longer than the lock timeout, or after the signal
 */
export async function thinMonth(
  { db, slowDb, embedded }: HistoryUpkeepOptions['store'],
  { name }: HistoryMonth,
  signal: AbortSignal,
): Promise<void> {
  // The embedded database has one session: it must not be reserved, and there is no one to let pass.
  if (embedded !== undefined) await replaceIndexes(slowDb, name, '', signal)
  else
    await slowDb.connection().execute(async (connection) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
      const cancel = (): void => {
        void sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(db).catch(() => undefined)
      }
      signal.addEventListener('abort', cancel)
      await replaceIndexes(connection, name, 'concurrently', signal).finally(() =>
        signal.removeEventListener('abort', cancel),
      )
    })
}

async function replaceIndexes(
  db: Kysely<Database>,
  name: string,
  option: 'concurrently' | '',
  signal: AbortSignal,
): Promise<void> {
  const table = `operation_${name}`
  const concurrently = sql.raw(option)
  await dropInvalidIndexes(db, table)
  for (const [suffix, definition] of Object.entries(LEAN)) {
    signal.throwIfAborted()
    const index = sql.id(`${table}_${suffix}`)
    await sql`create index ${concurrently} if not exists ${index} on ${sql.id(table)} ${sql.raw(definition)}`.execute(
      db,
    )
  }
  for (const index of await readIndexesToRebuild(db, name)) {
    signal.throwIfAborted()
    await sql`alter index ${sql.id(index)} set (fillfactor = 100)`.execute(db)
    await sql`reindex index ${concurrently} ${sql.id(index)}`.execute(db)
  }
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(trx)
    for (const suffix of DROPPED) await sql`drop index if exists ${sql.id(`${table}_${suffix}`)}`.execute(trx)
  })
  await sql`vacuum (analyze) ${sql.id(table)}`.execute(db)
}

/** An interrupted concurrent build leaves an index that is maintained but not used. */
async function dropInvalidIndexes(db: Kysely<Database>, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index
    where indrelid = ${table}::regclass and not indisvalid`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db)
}

async function readIndexesToRebuild(db: Kysely<Database>, name: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_inherits
    join pg_class on pg_class.oid = inhrelid join pg_index on indexrelid = inhrelid
    where inhparent::regclass::text = any(${REBUILT}::text[])
      and indrelid in (${`operation_${name}`}::regclass, ${`operation_item_${name}`}::regclass)
      and not coalesce(reloptions @> array['fillfactor=100'], false)
    order by relname`.execute(db)
  return rows.map((row) => row.name)
}
