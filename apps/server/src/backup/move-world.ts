import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { checkIntegrity, type CheckedArea } from '../integrity/integrity-check.ts'
import { copyMonths } from '../store/history-partitions.ts'
import type { Store } from '../store/store.ts'
import {
  continueSequences,
  copyRows,
  digestTable,
  listTables,
  noteProgress,
  readProgress,
  type MovedTable,
} from './table-copy.ts'

/** Progress marker of a completely copied table. */
const DONE = 'done'

export interface MoveOptions {
  readonly from: Store
  readonly to: Store
  readonly areas: readonly CheckedArea[]
  readonly onProgress: (table: string, rows: number) => void
}

/**
 * Copies a world into an empty database, all tables row by row, with an integrity check of both and a comparison of each
 * table with its copy. An interrupted move continues where it stopped. The source is not changed.
 * @throws a description of the problem; the copy must not be used then
 */
export async function moveWorld({ from, to, areas, onProgress }: MoveOptions): Promise<void> {
  await requireIntegrity(from.slowDb, areas, 'The world to be moved')
  const tables = await listTables(from.slowDb)
  await copyMonths(from.slowDb, to.slowDb)
  const progress = await begin(to.slowDb, tables)
  for (const table of tables) {
    let after = progress.get(table.name)
    if (after === DONE) continue
    // Removes rows inserted by migrations: the world has its own.
    if (after === undefined) await emptyTable(to.slowDb, table)
    let rows = 0
    for (;;) {
      const { last, count } = await copyRows(from.slowDb, to.slowDb, table, after)
      if (count === 0) break
      after = last
      rows += count
      onProgress(table.name, rows)
    }
    await noteProgress(to.slowDb, table.name, DONE)
  }
  for (const table of tables) {
    const [here, there] = await Promise.all([digestTable(from.slowDb, table), digestTable(to.slowDb, table)])
    if (here.rows === there.rows && here.digest === there.digest) continue
    throw new Error(`${table.name} differs: ${here.rows} rows here, ${there.rows} there`)
  }
  await continueSequences(to.slowDb)
  await sql`analyze`.execute(to.slowDb)
  await requireIntegrity(to.slowDb, areas, 'The moved world')
  await sql`drop table move_progress`.execute(to.slowDb)
}

/** Append-only tables reject even an empty delete. */
async function emptyTable(db: Kysely<Database>, { name }: MovedTable): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.id(name)} limit 1`.execute(db)
  if (rows.length > 0) await sql`delete from ${sql.id(name)}`.execute(db)
}

/** Whether a move into this database is incomplete. */
export async function isHalfMoved(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('public.move_progress')::text as name`.execute(
    db,
  )
  return rows[0]?.name != null
}

/** @throws when the database already contains a world */
async function begin(db: Kysely<Database>, tables: readonly MovedTable[]): Promise<ReadonlyMap<string, string>> {
  if (!(await isHalfMoved(db))) {
    const player = await db.selectFrom('player').select('user_id').executeTakeFirst()
    if (player !== undefined)
      throw new Error('The target database already has players: a world can only be moved into an empty one')
    if (!tables.some(({ name }) => name === 'player')) throw new Error('The source has no world to move')
  }
  return readProgress(db)
}

async function requireIntegrity(db: Kysely<Database>, areas: readonly CheckedArea[], what: string): Promise<void> {
  const findings = await checkIntegrity(db, areas)
  if (findings.length === 0) return
  throw new Error(
    `${what} has integrity violations:\n${findings.map(({ rule, detail }) => `${rule}: ${detail}`).join('\n')}`,
  )
}
