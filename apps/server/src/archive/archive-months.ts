import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { sumArchivedChanges, type CheckedArea } from '../integrity/integrity-check.ts'
import type { Database } from '../store/database.ts'
import { readMonths, startOfMonthMs, type HistoryMonth } from '../store/history-partitions.ts'
import './archived-until.ts'
import { readArchive, readManifest, writeArchive, type ArchiveManifest, type ArchivedRow } from './archive-file.ts'

/** Others wait while a change waits for readers of the history, so it gives way and tries again. */
const LOCK_TIMEOUT = '500ms'
const LOCK_TRIES_MAX = 60
const LOCK_PAUSE_MS = 1_000
const ROWS_PER_INSERT = 5_000

/** What has been done with a month. */
export type ArchiveStep = 'written' | 'verified' | 'summed' | 'loaded' | 'done'

export interface ArchiveOptions {
  readonly db: Kysely<Database>
  readonly areas: readonly CheckedArea[]
  /** Folder of the files. */
  readonly folder: string
  readonly onStep: (month: string, step: ArchiveStep) => void
}

/**
 * Moves months into files, oldest first: each is written, read back and compared with the database, and then dropped. Can
 * be interrupted at any point and repeated.
 * @param beforeMs start of the first month that stays
 * @throws when a month is too new or still needed
 */
export async function archiveMonths(options: ArchiveOptions, beforeMs: number, nowMs: number): Promise<void> {
  const { db } = options
  const latestMs = startOfMonthMs(nowMs, -1)
  if (beforeMs > latestMs) throw new Error(`Only months before ${isoMonth(latestMs)} can be archived`)
  const months = await readMonths(db)
  for (const month of months.filter(({ fromMs, untilMs }) => fromMs > 0 && untilMs <= beforeMs)) {
    await requireUnneeded(db, month)
    await archiveMonth(options, month, nowMs)
  }
}

async function archiveMonth(
  { db, areas, folder, onStep }: ArchiveOptions,
  month: HistoryMonth,
  nowMs: number,
): Promise<void> {
  const { name } = month
  const operations = sql.table(`operation_${name}`)
  const lastPosition = await readLastPosition(db, operations)
  const before = await readManifest(folder, name)
  if (before?.last_position !== lastPosition) await writeArchive(db, month, lastPosition, folder)
  const manifest = await requireManifest(folder, name)
  onStep(name, 'written')
  await readArchive(folder, manifest)
  onStep(name, 'verified')
  for (const sum of [sumArchivedChanges, ...areas.flatMap(({ sumArchived }) => sumArchived ?? [])])
    await sum({ name, operations }).execute(db)
  await requireSameSums(db, operations, manifest)
  onStep(name, 'summed')
  await changeHistory(db, async (trx) => {
    // The order in which readers lock them.
    await sql`lock table operation, operation_item in access exclusive mode`.execute(trx)
    // Scheduled work of that time can have been settled meanwhile.
    if ((await readLastPosition(trx, operations)) !== lastPosition)
      throw new Error(`${name} has changed while it was archived: repeat the command`)
    await trx
      .insertInto('history_archive')
      .values({
        name,
        from_ms: month.fromMs,
        until_ms: month.untilMs,
        operations: manifest.rows,
        last_position: lastPosition,
        archived_at_ms: nowMs,
      })
      .execute()
    await sql`select drop_month(${name})`.execute(trx)
  })
  onStep(name, 'done')
}

/**
 * Reads the newest archived month back into the database.
 * @throws when it is not the newest one, or its file is missing or damaged
 */
export async function restoreMonth({ db, folder, onStep }: Omit<ArchiveOptions, 'areas'>, name: string): Promise<void> {
  const newest = await db.selectFrom('history_archive').selectAll().orderBy('from_ms', 'desc').executeTakeFirst()
  if (newest === undefined) throw new Error('No month is archived')
  if (newest.name !== name) throw new Error(`Restore ${newest.name} first: months are restored newest first`)
  const manifest = await requireManifest(folder, name)
  const [operations, items] = [sql.table(`operation_${name}`), sql.table(`operation_item_${name}`)]
  // Of an interrupted run.
  await sql`drop table if exists ${operations}, ${items}`.execute(db)
  await sql`select create_month(${name})`.execute(db)
  let rows: ArchivedRow[] = []
  const insert = async (): Promise<void> => {
    const json = `[${rows.map(({ more, ...row }) => JSON.stringify(row).replace(/}$/, `,"more":${more ?? 'null'}}`)).join(',')}]`
    rows = []
    await sql`insert into ${operations} select * from json_populate_recordset(null::${operations}, ${json}::json)`.execute(
      db,
    )
  }
  await readArchive(folder, manifest, (row) => (rows.push(row) === ROWS_PER_INSERT ? insert() : undefined))
  await insert()
  await sql`insert into ${items} (user_id, item_id, operation_id, item_change, item_after)
    select user_id, (line->>0)::integer, operation_id, (line->>1)::bigint, (line->>2)::bigint
    from ${operations} cross join lateral json_array_elements(more) as line where more is not null`.execute(db)
  await requireSameSums(db, operations, manifest)
  onStep(name, 'loaded')
  await changeHistory(db, async (trx) => {
    await sql`select return_month(${name}, ${newest.from_ms}::bigint, ${newest.until_ms}::bigint)`.execute(trx)
    await trx.deleteFrom('history_archive').where('name', '=', name).execute()
  })
  onStep(name, 'done')
}

/** @throws when something that goes on refers to operations of a month */
async function requireUnneeded(db: Kysely<Database>, { name, untilMs }: HistoryMonth): Promise<void> {
  const end = sql`id_at(${untilMs}::bigint)`
  const { rows } = await sql<{ need: string }>`
    select 'a coin exchange that is not settled' as need from exchange
      where settled_at_ms is null and exchange_id < ${end}
    union select 'a compensation run that has not ended' from compensation_run where ended_at_ms is null and run_id < ${end}
    union select 'an export of a player''s data' from data_export where state in ('waiting', 'running')
    union select 'the webhook ' || url from webhook where is_enabled
      and coalesce(nullif(split_part(cursor, '-', 1), ''), '0')::bigint
        < (select coalesce(max(position), 0) from ${sql.table(`operation_${name}`)})`.execute(db)
  const [first] = rows
  if (first !== undefined) throw new Error(`${name} is still needed by ${first.need}`)
}

async function requireManifest(folder: string, name: string): Promise<ArchiveManifest> {
  const manifest = await readManifest(folder, name)
  if (manifest === undefined) throw new Error(`${folder} has no archive of ${name}`)
  return manifest
}

async function readLastPosition(db: Kysely<Database>, operations: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    position: number
  }>`select coalesce(max(position), 0) as position from ${operations}`.execute(db)
  return rows[0]?.position ?? 0
}

/** @throws when the rows of a month differ from those of its file */
async function requireSameSums(
  db: Kysely<Database>,
  operations: RawBuilder<unknown>,
  { name, rows: expectedRows, sums, last_position }: ArchiveManifest,
): Promise<void> {
  const { rows } = await sql<{ asset: number; sum: string }>`
    select asset, sum(change)::text as sum from (
      select 0 as asset, coin_change as change from ${operations}
        where coin_change is not null and position <= ${last_position}
      union all select item_id, item_change from ${operations}
        where item_change is not null and position <= ${last_position}
      union all select (line->>0)::integer, (line->>1)::bigint
        from ${operations} cross join lateral json_array_elements(more) as line
        where more is not null and position <= ${last_position}
    ) as line group by asset`.execute(db)
  const { rows: counted } = await sql<{ count: number }>`select count(*)::bigint as count from ${operations}
    where position <= ${last_position}`.execute(db)
  const isSame =
    Number(counted[0]?.count) === expectedRows &&
    rows.length === Object.keys(sums).length &&
    rows.every(({ asset, sum }) => sums[String(asset)] === sum)
  if (!isSame) throw new Error(`The archive of ${name} differs from the database`)
}

/** Runs a change that readers of the history have to wait for, as soon as none of them takes long. */
async function changeHistory(
  db: Kysely<Database>,
  change: (trx: Transaction<Database>) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await db.transaction().execute(async (trx) => {
        await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(trx)
        await change(trx)
      })
      return
    } catch (error) {
      if (tries === LOCK_TRIES_MAX || !isLockTimeout(error)) throw error
      await pause(LOCK_PAUSE_MS)
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

/** A month as people write it. */
function isoMonth(ms: number): string {
  return new Date(ms).toISOString().slice(0, '2026-01'.length)
}
