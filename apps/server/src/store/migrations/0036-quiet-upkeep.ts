import { sql, type Kysely } from 'kysely'

/**
 * PostgreSQL's own upkeep of tables that grow with every order, and of the one whose rows live for a batch, takes
 * little: while it works everybody who plays waits longer for a processor (docs/performance.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = await sql<{ readonly table: string; readonly name: string }>`
    select attrelid::regclass::text as "table", attname as name from pg_attribute
    where attrelid = any(${GROWING}::regclass[]) and attnum > 0 and not attisdropped`.execute(db)
  for (const { table, name } of columns.rows) {
    const column = sql`alter table ${sql.table(table)} alter column ${sql.ref(name)}`
    await sql`${column} set statistics ${sql.lit(STATISTICS_TARGET)}`.execute(db)
  }
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  if (await knowsLz4(db)) await sql.raw(PACK_MESSAGES).execute(db)
}

const GROWING = ['command_outcome', 'operation', 'notification']
/** Of 300 rows for each of these the statistics are made. These tables are read by their keys, whatever the statistics say. */
const STATISTICS_TARGET = 10

const STATEMENTS = [
  // Nobody reads it but by its key, and its rows are deleted before they are old.
  `alter table command_outcome set (autovacuum_vacuum_insert_threshold = -1)`,
  ...['operation', 'notification'].map(
    (table) => `alter table ${table} set (autovacuum_vacuum_insert_threshold = 1000000)`,
  ),
  // It is filled again at once: to give the room back it would be locked.
  `alter table outbox set (vacuum_truncate = off, toast.vacuum_truncate = off)`,
]

/** A message is a tenth of its size packed, and so is what is to be cleared away after it. */
const PACK_MESSAGES = `alter table outbox alter column message set storage extended,
  alter column message set compression lz4`

async function knowsLz4(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`select from pg_settings
    where name = 'default_toast_compression' and 'lz4' = any(enumvals)`.execute(db)
  return rows.length > 0
}
