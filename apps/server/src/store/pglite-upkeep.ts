import { sql, type Kysely } from 'kysely'
import type { Database } from './database.ts'

/**
 * Size of the log since the last checkpoint that triggers the next one. More would take disk space and slow recovery after
 * a crash; less would block queries for checkpoints more often.
 */
const LOG_BYTES_MAX = 512 * 1024 * 1024
/** Changed rows from which a table is vacuumed, even if they are a small part of it. */
const CHANGED_ROWS_MAX = 50_000

/**
 * Performs one short step of the maintenance that PostgreSQL's background processes would do; PGlite has none. Call it
 * repeatedly: there is one session, so other queries run in between.
 */
export async function keepUp(db: Kysely<Database>): Promise<void> {
  if (!(await checkpointWhenLogIsLong(db))) await vacuumNeediest(db)
}

interface Need {
  readonly name: string
  /** Whether to vacuum, analyze, or both. */
  readonly is_vacuumed: boolean
  readonly is_analyzed: boolean
}

/**
 * Vacuums and analyzes the table that needs it most. Without it, space of deleted rows would never be reused and plans
 * would lack statistics. Follows autovacuum's rule, but more often for large tables, so that each run is short:
 * https://www.postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM. Respects a table's setting to ignore inserts.
 * @returns the name of the table, or undefined when none needs it
 */
export async function vacuumNeediest(db: Kysely<Database>): Promise<string | undefined> {
  const { rows } = await sql<Need>`select name, changed > 1 as is_vacuumed, unanalyzed > 1 as is_analyzed from (
      select stat.relname as name, greatest(
          n_dead_tup / least(50 + 0.2 * live.rows, ${CHANGED_ROWS_MAX}::float),
          case when reloptions @> array['autovacuum_vacuum_insert_threshold=-1'] then 0
            else n_ins_since_vacuum / least(1000 + 0.2 * live.rows, ${CHANGED_ROWS_MAX}::float) end) as changed,
        n_mod_since_analyze / (50 + 0.1 * live.rows) as unanalyzed
      from pg_stat_user_tables as stat join pg_class on pg_class.oid = stat.relid
      cross join lateral (select greatest(reltuples, 0) as rows) as live
    ) as needing where greatest(changed, unanalyzed) > 1 order by greatest(changed, unanalyzed) desc limit 1`.execute(
    db,
  )
  const [need] = rows
  if (need === undefined) return undefined
  const table = sql.table(need.name)
  if (!need.is_vacuumed) await sql`analyze ${table}`.execute(db)
  else if (need.is_analyzed) await sql`vacuum (analyze) ${table}`.execute(db)
  else await sql`vacuum ${table}`.execute(db)
  return need.name
}

/**
 * Runs a checkpoint if one is due; without checkpoints the log would grow indefinitely.
 * @returns whether one was due
 */
async function checkpointWhenLogIsLong(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ bytes: string }>`select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes
    from pg_control_checkpoint()`.execute(db)
  const isDue = Number(rows[0]?.bytes ?? 0) >= LOG_BYTES_MAX
  if (isDue) await sql`checkpoint`.execute(db)
  return isDue
}
