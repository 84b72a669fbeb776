import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** Rows per statement. */
const ROWS_AT_ONCE = 5_000

/** A table that exists in both databases. */
export interface MovedTable {
  readonly name: string
  readonly primaryKey: readonly string[]
}

/** Number of rows of a table, and an order-independent sum over a digest of each. */
export interface TableDigest {
  readonly rows: number
  readonly digest: string
}

/** Tables not copied: maintained by triggers, functions or migrations, or used by the move itself. */
const NOT_MOVED = new Set([
  'asset_total',
  'chat_facts',
  'history_partition',
  'kysely_migration',
  'kysely_migration_lock',
  'move_progress',
])

/**
 * All tables of the world with their primary keys. Partitioned tables are copied as one; their key can be that of their
 * partitions.
 * @throws for a table without one
 */
export async function listTables(db: Kysely<Database>): Promise<MovedTable[]> {
  const { rows } = await sql<{ name: string; key: string[] | null }>`
    select c.relname as name, (
      select json_agg(a.attname order by k.place) from pg_constraint p
      cross join unnest(p.conkey) with ordinality as k (number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
      where p.contype = 'p' and p.conrelid = (
        select own.conrelid from pg_constraint own where own.contype = 'p' and (own.conrelid = c.oid
          or own.conrelid in (select inhrelid from pg_inherits where inhparent = c.oid))
        order by own.conrelid = c.oid desc, own.conrelid limit 1
      )
    ) as key
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`.execute(db)
  return rows
    .filter(({ name }) => !NOT_MOVED.has(name))
    .map(({ name, key }) => {
      if (key === null) throw new Error(`The table ${name} has no primary key`)
      return { name, primaryKey: key }
    })
}

/**
 * Copies the next rows of a table in key order, and stores the progress in the same transaction.
 * @param after the key of the last copied row, as JSON; undefined at the beginning
 * @returns the key of the last row copied and the number of rows
 */
export async function copyRows(
  from: Kysely<Database>,
  to: Kysely<Database>,
  { name, primaryKey }: MovedTable,
  after: string | undefined,
): Promise<{ last: string | undefined; count: number }> {
  const table = sql.id(name)
  const key = sql.join(primaryKey.map((column) => sql.id(column)))
  const isNext =
    after === undefined
      ? sql``
      : sql`where (${key}) > (select ${key} from json_populate_record(null::${table}, ${after}::json))`
  // Values are transferred as text, so that JavaScript numbers cannot change them.
  const { rows } = await sql<{ batch: string | null; last: string | null; count: number }>`
    with page as (select * from ${table} ${isNext} order by ${key} limit ${ROWS_AT_ONCE})
    select json_agg(page order by ${key})::text as batch, count(*)::integer as count,
      (select row_to_json(k)::text from (select ${key} from page order by ${descending(primaryKey)} limit 1) as k) as last
    from page`.execute(from)
  const [page] = rows
  if (page?.batch == null || page.last === null) return { last: after, count: 0 }
  const { batch, last, count } = page
  await to.transaction().execute(async (transaction) => {
    await sql`insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, ${batch}::json)`.execute(
      transaction,
    )
    await noteProgress(transaction, name, last)
  })
  return { last, count }
}

/** Lets the identity columns of copied tables continue after the copied rows. */
export async function continueSequences(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    join pg_class on pg_class.oid = format('%I.%I', table_schema, table_name)::regclass and not relispartition
    where table_schema = 'public' and is_identity = 'YES'`.execute(db)
  for (const { table, column } of rows)
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), max(${sql.id(column)})) from ${sql.id(table)}
      having count(*) > 0`.execute(db)
}

/** Digest of a table, to be compared with its copy. */
export async function digestTable(db: Kysely<Database>, { name }: MovedTable): Promise<TableDigest> {
  const { rows } = await sql<{ rows: number; digest: string }>`
    select count(*)::integer as rows,
      coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint::numeric), 0)::text as digest
    from ${sql.id(name)} as t`.execute(db)
  return rows[0] ?? { rows: 0, digest: '0' }
}

/** Progress of each table; `done` when complete. */
export async function readProgress(db: Kysely<Database>): Promise<Map<string, string>> {
  await sql`create table if not exists move_progress (table_name text primary key, last_key text not null)`.execute(db)
  const { rows } = await sql<{ table_name: string; last_key: string }>`select * from move_progress`.execute(db)
  return new Map(rows.map(({ table_name, last_key }) => [table_name, last_key]))
}

export async function noteProgress(db: Kysely<Database>, table: string, lastKey: string): Promise<void> {
  await sql`insert into move_progress (table_name, last_key) values (${table}, ${lastKey})
    on conflict (table_name) do update set last_key = excluded.last_key`.execute(db)
}

function descending(columns: readonly string[]) {
  return sql.join(columns.map((column) => sql`${sql.id(column)} desc`))
}
