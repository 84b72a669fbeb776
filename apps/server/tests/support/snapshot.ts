import { sql, type Kysely, type RawBuilder } from 'kysely'
import { NIL as NIL_UUID } from 'uuid'
import { listTables } from '../../src/backup/table-copy.ts'
import type { Database } from '../../src/store/database.ts'

/**
 * Tables that are written to even if nothing changes: outcomes, sessions, the audit log, when the world was last awake, and
 * leases.
 */
const OF_CALLS = new Set([
  'command_outcome',
  'call_outcome',
  'session',
  'used_once',
  'audit_log',
  'writer_state',
  'outbox',
  'exclusive_work',
])

/** Everything the economy has written, as text: equal before and after a call that changed nothing. */
export async function snapshotEconomy(db: Kysely<Database>): Promise<string> {
  const tables = (await listTables(db)).filter(({ name }) => !OF_CALLS.has(name))
  const contents = tables.map(
    (table) =>
      sql`(select json_build_object(${table.name}::text, json_agg(row order by row::text))
        from ${sql.table(table.name)} as row where ${filterOf(table)})`,
  )
  const { rows } = await sql`select json_build_array(${sql.join(contents)})::text as snapshot`.execute(db)
  return JSON.stringify(rows)
}

/** Scheduled tasks have no subject; only the clock reschedules them. */
function filterOf({ name }: { name: string }): RawBuilder<unknown> {
  return name === 'due_work' ? sql`subject_id <> ${NIL_UUID}` : sql`true`
}

/** The end of the database's write-ahead log, as text: equal before and after a call that wrote nothing at all. */
export async function endOfLog(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ end: string }>`select pg_current_wal_insert_lsn()::text as "end"`.execute(db)
  return rows[0]?.end ?? ''
}
