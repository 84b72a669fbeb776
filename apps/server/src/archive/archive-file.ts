import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { COINS } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import * as z from 'zod'
import { syncToDisk } from '../store/copy-tree.ts'
import type { Database } from '../store/database.ts'
import { FILE_MODE, FOLDER_MODE } from '../store/folder-access.ts'
import { DigestingStream, writeGzipFile } from '../store/gzip-file.ts'
import type { HistoryMonth } from '../store/history-partitions.ts'

/** Version of the files, raised when their columns change. */
const FILE_VERSION = 1
/** Rows read at a time. The database writes them as CSV. */
const ROWS_PER_READ = 20_000
/** `more` comes last, in quotes, since only it contains commas. */
const COLUMNS = [
  'user_id',
  'operation_id',
  'kind',
  'entry_type',
  'item_id',
  'item_change',
  'item_after',
  'coin_change',
  'coin_after',
  'price',
  'count',
  'since_ms',
  'cause_id',
  'actor_id',
  'position',
  'more',
] as const

const manifestOfArchive = z.object({
  version: z.literal(FILE_VERSION),
  name: z.string(),
  /** Unix milliseconds. */
  from_ms: z.number(),
  until_ms: z.number(),
  file: z.string(),
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  /** Sum of all changes by asset; 0 is the coin. */
  sums: z.record(z.string(), z.string()),
  /** The position of the newest operation; 0 without any. */
  last_position: z.number(),
})

/** Describes the file of an archived month. It is written last: a file without one is incomplete. */
export type ArchiveManifest = z.infer<typeof manifestOfArchive>

/** An operation of an archive: the columns of its row as text, null for NULL. */
export type ArchivedRow = Readonly<Record<(typeof COLUMNS)[number], string | null>>

/**
 * Writes a month's operations up to a position to a compressed CSV file, ordered by player and id, and its manifest.
 * @throws when the folder cannot be written
 */
export async function writeArchive(
  db: Kysely<Database>,
  month: HistoryMonth,
  lastPosition: number,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  const file = `operations-${month.name}.csv.gz`
  const path = join(folder, file)
  await writeGzipFile(path, linesOf(db, month, lastPosition))
  const measured = await measure(path, () => undefined)
  const { name, fromMs: from_ms, untilMs: until_ms } = month
  const manifest: ArchiveManifest = {
    version: FILE_VERSION,
    name,
    from_ms,
    until_ms,
    file,
    ...measured,
    last_position: lastPosition,
  }
  const manifestPath = join(folder, manifestName(name))
  await writeFile(`${manifestPath}.part`, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true, mode: FILE_MODE })
  await rename(`${manifestPath}.part`, manifestPath)
  await syncToDisk(folder)
}

/** The manifest of an archived month; undefined without a complete archive. */
export async function readManifest(folder: string, name: string): Promise<ArchiveManifest | undefined> {
  try {
    return manifestOfArchive.parse(JSON.parse(await readFile(join(folder, manifestName(name)), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Reads an archive and compares it with its manifest.
 * @param onRow called with each operation; a promise delays the next one
 * @throws when the file is missing or differs
 */
export async function readArchive(
  folder: string,
  manifest: ArchiveManifest,
  onRow: (row: ArchivedRow) => Promise<void> | undefined = () => undefined,
): Promise<void> {
  const { rows, bytes, sha256, sums } = manifest
  const found = await measure(join(folder, manifest.file), onRow)
  const isSame =
    found.rows === rows &&
    found.bytes === bytes &&
    found.sha256 === sha256 &&
    JSON.stringify(sortedSums(found.sums)) === JSON.stringify(sortedSums(sums))
  if (!isSame) throw new Error(`${manifest.file} differs from ${manifestName(manifest.name)}: the archive is damaged`)
}

function manifestName(name: string): string {
  return `operations-${name}.json`
}

function sortedSums(sums: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(sums).toSorted(([a], [b]) => Number(a) - Number(b))
}

const UUID_LENGTH = 36

interface Page {
  readonly csv: string | null
  /** Player and id of the last operation. */
  readonly last: string | null
}

async function* linesOf(db: Kysely<Database>, { name }: HistoryMonth, lastPosition: number): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\n`
  const table = sql.table(`operation_${name}`)
  const places = COLUMNS.map(() => '%s').join(',')
  const cells = COLUMNS.map((column) => (column === 'more' ? `'"' || more::text || '"'` : column)).join(', ')
  const readPage = async (last: string | null): Promise<Page | undefined> => {
    const isNext =
      last === null
        ? sql``
        : sql`and (user_id, operation_id) > (${last.slice(0, UUID_LENGTH)}::uuid, ${last.slice(UUID_LENGTH)}::uuid)`
    const { rows } = await sql<Page>`
      select string_agg(line, '' order by user_id, operation_id) as csv, max(user_id::text || operation_id::text) as last
      from (
        select user_id, operation_id, format(E'${sql.raw(places)}\\n', ${sql.raw(cells)}) as line
        from ${table} where position <= ${lastPosition} ${isNext}
        order by user_id, operation_id limit ${ROWS_PER_READ}
      ) as page`.execute(db)
    return rows[0]
  }
  let after: string | null = null
  for (;;) {
    const page: Page | undefined = await readPage(after)
    if (page === undefined || page.csv === null) return
    yield page.csv
    after = page.last
  }
}

type Measured = Pick<ArchiveManifest, 'rows' | 'bytes' | 'sha256' | 'sums'>

/** Reads a file to its end, with the count and sums of its rows. */
async function measure(path: string, onRow: (row: ArchivedRow) => Promise<void> | undefined): Promise<Measured> {
  let rows = 0
  const digesting = new DigestingStream()
  const sums = new Map<number, bigint>()
  const add = (asset: number, change: string | null): void => {
    if (change !== null) sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(change))
  }
  const text = createGunzip()
  const reading = pipeline(createReadStream(path), digesting, text)
  // The loop below ends with the same error.
  reading.catch(() => undefined)
  let isHeader = true
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (isHeader) {
      if (line !== COLUMNS.join(',')) throw new Error(`${path} has other columns`)
      isHeader = false
      continue
    }
    const row = parseRow(line)
    rows += 1
    add(COINS, row.coin_change)
    if (row.item_change !== null) add(Number(row.item_id), row.item_change)
    for (const [asset, change] of furtherItems(row)) add(asset, String(change))
    await onRow(row)
  }
  await reading
  return {
    rows,
    ...digesting.digest(),
    sums: Object.fromEntries(Array.from(sums, ([asset, sum]) => [String(asset), String(sum)])),
  }
}

function furtherItems({ more }: ArchivedRow): readonly (readonly [asset: number, change: number, after: number])[] {
  return more === null ? [] : z.array(z.tuple([z.number(), z.number(), z.number()])).parse(JSON.parse(more))
}

function parseRow(line: string): ArchivedRow {
  const cells = line.split(',')
  const more = cells.slice(COLUMNS.length - 1).join(',')
  const values = [...cells.slice(0, COLUMNS.length - 1), more.replaceAll('"', '')]
  return Object.fromEntries(COLUMNS.map((column, index) => [column, values[index] || null])) as ArchivedRow
}
