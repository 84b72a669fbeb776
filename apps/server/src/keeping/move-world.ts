import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { checkIntegrity, type CheckedArea } from '../integrity/integrity-check.ts'
import type { Store } from '../store/store.ts'
import { copyRows, digestTable, listTables, noteProgress, readProgress, type MovedTable } from './table-copy.ts'

/** Says of the table that it is there whole. */
const DONE = 'done'

export interface MoveOptions {
  readonly from: Store
  readonly to: Store
  readonly areas: readonly CheckedArea[]
  readonly onProgress: (table: string, rows: number) => void
}

/**
 * Moves a world whole into an empty database: every table row by row, both ends audited, and each table held against
 * its copy. One that was interrupted goes on where it stopped. Nothing is changed in the world it comes from.
 * @throws with what is wrong; the world may not be used at its new place then.
 */
export async function moveWorld({ from, to, areas, onProgress }: MoveOptions): Promise<void> {
  await requirePromises(from.slowDb, areas, 'The world to be moved')
  const tables = await listTables(from.slowDb)
  const progress = await begin(to.slowDb, tables)
  for (const table of tables) {
    let after = progress.get(table.name)
    if (after === DONE) continue
    // Rows that the migrations themselves have put there: the world brings its own.
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
  await sql`analyze`.execute(to.slowDb)
  await requirePromises(to.slowDb, areas, 'The moved world')
  await sql`drop table move_progress`.execute(to.slowDb)
}

/** A table that only grows refuses even to be emptied of nothing. */
async function emptyTable(db: Kysely<Database>, { name }: MovedTable): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.id(name)} limit 1`.execute(db)
  if (rows.length > 0) await sql`delete from ${sql.id(name)}`.execute(db)
}

/** Whether somebody has begun to move a world here and not come to the end. */
export async function isHalfMoved(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('public.move_progress')::text as name`.execute(
    db,
  )
  return rows[0]?.name != null
}

/** @throws when the database has a world of its own. */
async function begin(db: Kysely<Database>, tables: readonly MovedTable[]): Promise<ReadonlyMap<string, string>> {
  if (!(await isHalfMoved(db))) {
    const player = await db.selectFrom('player').select('user_id').executeTakeFirst()
    if (player !== undefined)
      throw new Error('There are players in that database already: a world is moved into an empty one')
    if (!tables.some(({ name }) => name === 'player')) throw new Error('There is no world to be moved')
  }
  return readProgress(db)
}

async function requirePromises(db: Kysely<Database>, areas: readonly CheckedArea[], what: string): Promise<void> {
  const findings = await checkIntegrity(db, areas)
  if (findings.length === 0) return
  throw new Error(
    `${what} does not keep its promises:\n${findings.map(({ rule, detail }) => `${rule}: ${detail}`).join('\n')}`,
  )
}
