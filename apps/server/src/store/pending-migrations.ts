import { MINUTE_SEC, SECOND_MS } from '@clutch/contract/formats'
import { sql, type Kysely } from 'kysely'
import type { Database } from './database.ts'
import type { DescribedMigration, TableWork } from './migration.ts'
import { listMigrations } from './migrate.ts'

/** Rows per second, a little below what PostgreSQL manages on two busy cores with 2,000,000 rows of 60 bytes. */
const ROWS_PER_SECOND = { altered: Number.POSITIVE_INFINITY, indexed: 300_000, rewritten: 80_000 } as const
/** Estimates of small tables are often outdated, and counting them is fast. */
const COUNTED_MAX = 100_000

/** A table that a migration works on. */
interface MeasuredWork extends TableWork {
  readonly rows: number
}

/** A migration, and what applying it to this database means. */
export interface MigrationStatus extends Pick<DescribedMigration, 'description' | 'isOnline'> {
  readonly name: string
  readonly isApplied: boolean
  /** Empty for applied migrations. */
  readonly tables: readonly MeasuredWork[]
  /** Rough estimate for all its tables; 0 for applied migrations. */
  readonly durationMs: number
}

/**
 * What an upgrade to this version would do to a database. Changes nothing.
 * @throws when the database belongs to a newer version, or to one before 1.0
 */
export async function readMigrations(db: Kysely<Database>): Promise<MigrationStatus[]> {
  const statuses: MigrationStatus[] = []
  for (const { name, migration, isApplied } of await listMigrations(db)) {
    const { description, isOnline, tables = [] } = migration
    const measured: MeasuredWork[] = []
    for (const work of isApplied ? [] : tables) measured.push({ ...work, rows: await countRows(db, work.table) })
    const seconds = measured.map(({ work, rows, times = 1 }) => (rows * times) / ROWS_PER_SECOND[work])
    const durationMs = Math.round(seconds.reduce((sum, each) => sum + each, 0) * SECOND_MS)
    statuses.push({ name, description, isOnline, isApplied, tables: measured, durationMs })
  }
  return statuses
}

/** What `npm run migrations` prints. @param isPendingOnly whether applied migrations are left out */
export function formatMigrations(statuses: readonly MigrationStatus[], isPendingOnly: boolean): string {
  const listed = statuses.filter(({ isApplied }) => !isPendingOnly || !isApplied)
  if (listed.length === 0) return 'No pending migrations: this version does not change the database.'
  return listed.map(formatMigration).join('\n')
}

function formatMigration({ name, description, isOnline, isApplied, tables, durationMs }: MigrationStatus): string {
  if (isApplied) return `${name}  ${description}. Applied.`
  const online = isOnline ? 'Online: players would not notice it.' : `Not online: ${formatDuration(durationMs)}.`
  const works = tables.map(({ table, work, rows }) => `\n  ${table}: ${rows.toLocaleString('en')} rows, ${work}`)
  return `${name}  ${description}. ${online}${works.join('')}`
}

function formatDuration(durationMs: number): string {
  const seconds = Math.ceil(durationMs / SECOND_MS)
  if (seconds <= 1) return 'takes about a second'
  if (seconds <= 2 * MINUTE_SEC) return `takes about ${seconds} s`
  return `takes about ${Math.ceil(seconds / MINUTE_SEC)} min`
}

/** As PostgreSQL last estimated it, with all partitions; counted if that is little or unknown. 0 without such a table. */
async function countRows(db: Kysely<Database>, table: string): Promise<number> {
  const { rows } = await sql<{ estimated: number | null }>`select sum(greatest(reltuples, 0))::float8 as estimated
    from pg_class where relkind = 'r' and (oid = to_regclass(${table})
      or oid in (select relid from pg_partition_tree(to_regclass(${table}))))`.execute(db)
  const estimated = rows[0]?.estimated ?? undefined
  if (estimated === undefined) return 0
  if (estimated > COUNTED_MAX) return estimated
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return counted[0]?.count ?? 0
}
