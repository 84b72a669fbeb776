import { sql, type Kysely } from 'kysely'
import type { Database } from './database.ts'

/**
 * Log since the last checkpoint that is too much to keep: it takes disk, and some seconds at a start after a crash. Less of
 * it would have everybody wait for a checkpoint more often.
 */
const LOG_BYTES_MAX = 512 * 1024 * 1024
/** From so many rows that were deleted, replaced or added a table is vacuumed, small as this part of it may be. */
const CHANGED_ROWS_MAX = 50_000

/**
 * What PostgreSQL's own processes would do, which PGlite has none of. There is one session, so that each part is short,
 * and this does one of them: called again and again it lets others through in between.
 */
export async function keepUp(db: Kysely<Database>): Promise<void> {
  if (!(await checkpointWhenLogIsLong(db))) await vacuumNeediest(db)
}

interface Need {
  readonly name: string
  /** Whether it is to be vacuumed, to be analyzed, or both. */
  readonly is_vacuumed: boolean
  readonly is_analyzed: boolean
}

/**
 * Without a vacuum the room of deleted rows is never used again, and plans know nothing of the tables. Tends the table
 * that needs it most, by the rule of autovacuum, but more often where a table is large, so that nobody waits for long:
 * https://www.postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM. Added rows do not count where the table says
 * so.
 * @returns the name of the table, or undefined when none needs it
 */
export async function vacuumNeediest(db: Kysely<Database>): Promise<string | undefined> {
  const { rows } = await sql<Need>`select name, changed > 1 as is_vacuumed, untold > 1 as is_analyzed from (
      select stat.relname as name, greatest(
          n_dead_tup / least(50 + 0.2 * live.rows, ${CHANGED_ROWS_MAX}::float),
          case when reloptions @> array['autovacuum_vacuum_insert_threshold=-1'] then 0
            else n_ins_since_vacuum / least(1000 + 0.2 * live.rows, ${CHANGED_ROWS_MAX}::float) end) as changed,
        n_mod_since_analyze / (50 + 0.1 * live.rows) as untold
      from pg_stat_user_tables as stat join pg_class on pg_class.oid = stat.relid
      cross join lateral (select greatest(reltuples, 0) as rows) as live
    ) as needing where greatest(changed, untold) > 1 order by greatest(changed, untold) desc limit 1`.execute(db)
  const [need] = rows
  if (need === undefined) return undefined
  const table = sql.table(need.name)
  if (!need.is_vacuumed) await sql`analyze ${table}`.execute(db)
  else if (need.is_analyzed) await sql`vacuum (analyze) ${table}`.execute(db)
  else await sql`vacuum ${table}`.execute(db)
  return need.name
}

/**
 * Without checkpoints the log would grow for as long as the database runs.
 * @returns whether one was due
 */
async function checkpointWhenLogIsLong(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ bytes: string }>`select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes
    from pg_control_checkpoint()`.execute(db)
  const isDue = Number(rows[0]?.bytes ?? 0) >= LOG_BYTES_MAX
  if (isDue) await sql`checkpoint`.execute(db)
  return isDue
}
