import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publicDump, type PublicDump } from '@clutch/contract'
import { DAY_SEC, MINUTE_SEC, SECOND_MS } from '@clutch/contract/formats'
import { sql, type Kysely, type QueryResult, type RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Database } from '../../store/database.ts'
import { firstIdAt, timeOfIdMs } from '../../writer/writer-clock.ts'
import { startOfDay } from '../calendar.ts'
import { isoDay } from '../report/days.ts'
import { FILE_MODE, FOLDER_MODE } from '../../store/folder-access.ts'
import { writeGzipFile } from '../../store/gzip-file.ts'
import { RepeatedWork } from '../../repeated-work.ts'

/** Days with dumps. Older files are deleted. */
const KEPT_DAYS = 30
const CHECK_INTERVAL_MS = MINUTE_SEC * SECOND_MS
/** A day is over once no server can still decide a trade in it. */
const DAY_END_MARGIN_MS = 5 * MINUTE_SEC * SECOND_MS
/** Rows read at a time. The database writes them as CSV, so that the writer's thread only passes them on. */
const ROWS_PER_READ = 5_000
const MANIFEST = 'manifest.json'

interface Page {
  readonly csv: string | null
  readonly rows: number
  readonly last: string | null
}

/** A table of one day. `after` is the last key of the previous page. */
interface DumpTable {
  readonly header: string
  readonly page: (fromId: string, untilId: string, after: string | null) => RawBuilder<Page>
}

// The codes of entries are literals: the planner matches a partial index only with constants.
const TABLES: Readonly<Record<PublicDump['table'], DumpTable>> = {
  trades: {
    header: 'id,item_id,traded_at,price,count,side\n',
    page: (fromId, untilId, after) => sql`
      select string_agg(concat_ws(',', operation_id, item_id, traded_at, price, count, side) || E'\n', ''
               order by operation_id) as csv, count(*)::int as rows, max(operation_id::text) as last
      from (
        select operation_id, item_id, price, count, case entry_type when 5 then 'buy' else 'sell' end as side,
          ('x' || translate(left(operation_id::text, 13), '-', ''))::bit(48)::bigint / 1000 as traded_at
        from operation
        where entry_type in (4, 5) and operation_id >= ${after ?? fromId} and operation_id < ${untilId}
          and operation_id is distinct from ${after}::uuid
        order by operation_id limit ${ROWS_PER_READ}
      ) as trade`,
  },
  prices: {
    header: 'item_id,low,high,average,last,count,coins,trades\n',
    page: (fromId, untilId, after) => sql`
      select string_agg(concat_ws(',', item_id, low, high, coins / count, last, count, coins, trades) || E'\n', ''
               order by item_id) as csv, count(*)::int as rows, max(item_id)::text as last
      from (
        select item_id, min(price) as low, max(price) as high, sum(count)::bigint as count, count(*) as trades,
          sum(price * count)::bigint as coins, (array_agg(price order by operation_id desc))[1] as last
        from operation
        where entry_type in (4, 5) and operation_id >= ${fromId} and operation_id < ${untilId}
          and item_id > ${after ?? '0'}::int
        group by item_id order by item_id limit ${ROWS_PER_READ}
      ) as item`,
  },
}

export interface DumpOptions {
  /** A connection for long reads. */
  readonly db: Kysely<Database>
  readonly folder: string
  readonly log: Logger
  readonly nowMs?: () => number
}

/**
 * Daily files of the market for tool makers (integration §4): every trade, and the prices by item, as compressed CSV, with
 * a manifest of their checksums. Each server makes its own; equal data gives equal bytes.
 */
export class Dumps {
  readonly #options: DumpOptions
  #files: readonly PublicDump[] = []
  readonly #making: RepeatedWork
  #hasStopped = false
  /** The day before which all files have been made, so that most checks read nothing. */
  #completeUntil: number | undefined

  constructor(options: DumpOptions) {
    this.#options = options
    const { log, nowMs = Date.now } = options
    this.#making = new RepeatedWork({
      everyMs: CHECK_INTERVAL_MS,
      run: () => this.makeMissing(nowMs()),
      onFailure: (error) => log.error({ err: error }, 'market dump failed'),
    })
  }

  /** The files there are, oldest first. */
  get files(): readonly PublicDump[] {
    return this.#files
  }

  /** Reads the manifest, and makes missing files from the next minute on. */
  async start(): Promise<void> {
    const { folder } = this.#options
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
    this.#files = await readManifest(join(folder, MANIFEST))
    this.#making.start()
  }

  async stop(): Promise<void> {
    this.#hasStopped = true
    await this.#making.stop()
  }

  /** Makes the files of all days that are over and have none, since the first trade, and deletes old ones. */
  async makeMissing(nowMs: number): Promise<void> {
    const { db } = this.#options
    const today = startOfDay(nowMs - DAY_END_MARGIN_MS)
    if (today === this.#completeUntil) return
    const { rows } = await sql<{ id: string }>`
      select operation_id as id from operation where entry_type in (4, 5) order by operation_id limit 1`.execute(db)
    const [first] = rows
    const firstDay = first === undefined ? today : startOfDay(timeOfIdMs(first.id))
    for (let day = Math.max(firstDay, today - KEPT_DAYS * DAY_SEC); day < today; day += DAY_SEC) {
      for (const table of ['trades', 'prices'] as const) {
        if (this.#hasStopped) return
        const name = `${table}-${isoDay(day)}.csv.gz`
        if (!this.#files.some((file) => file.name === name)) await this.#make(name, table, day)
      }
    }
    await this.#deleteBefore(isoDay(today - KEPT_DAYS * DAY_SEC))
    this.#completeUntil = today
  }

  find(name: string): PublicDump | undefined {
    return this.#files.find((file) => file.name === name)
  }

  open({ name }: PublicDump): ReadStream {
    return createReadStream(join(this.#options.folder, name))
  }

  async #make(name: string, table: PublicDump['table'], day: number): Promise<void> {
    const { folder } = this.#options
    let rows = 0
    const digest = await writeGzipFile(
      join(folder, name),
      this.#lines(table, day, (count) => (rows += count)),
    )
    const made: PublicDump = { name, table, day: isoDay(day), rows, ...digest }
    await this.#keep([...this.#files, made].toSorted((a, b) => (a.day + a.name < b.day + b.name ? -1 : 1)))
  }

  async *#lines(table: PublicDump['table'], day: number, note: (rows: number) => void): AsyncGenerator<string> {
    const { header, page } = TABLES[table]
    yield header
    const [fromId, untilId] = [firstIdAt(day * SECOND_MS), firstIdAt((day + DAY_SEC) * SECOND_MS)]
    let after: string | null = null
    for (;;) {
      const result: QueryResult<Page> = await page(fromId, untilId, after).execute(this.#options.db)
      const found = result.rows[0]
      if (found === undefined || found.csv === null) return
      yield found.csv
      note(found.rows)
      if (found.rows < ROWS_PER_READ) return
      after = found.last
    }
  }

  async #deleteBefore(day: string): Promise<void> {
    const old = this.#files.filter((file) => file.day < day)
    if (old.length === 0) return
    await this.#keep(this.#files.filter((file) => file.day >= day))
    for (const { name } of old) await rm(join(this.#options.folder, name), { force: true })
  }

  async #keep(files: readonly PublicDump[]): Promise<void> {
    const path = join(this.#options.folder, MANIFEST)
    await writeFile(`${path}.part`, JSON.stringify({ files }), { flush: true, mode: FILE_MODE })
    await rename(`${path}.part`, path)
    this.#files = files
  }
}

async function readManifest(path: string): Promise<readonly PublicDump[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  return z.object({ files: z.array(publicDump) }).parse(JSON.parse(text)).files
}
