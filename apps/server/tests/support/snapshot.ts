import { sql, type Kysely } from 'kysely'
import type { Database } from '../../src/store/database.ts'

const ECONOMY_TABLES = [
  'player',
  'balance',
  'lot',
  'operation',
  'operation_item',
  'price_bucket',
  'last_trade',
  'item_total',
  'watched_item',
  'price_alert',
  'notification',
  'notification_mark',
  'job',
  'job_history',
  'harvest_setting',
  'harvest_group',
  'harvest_experience',
  'energised',
  'friendship',
  'social_invite_times',
  'trade',
  'rent_pool',
  'rental',
  'exchange',
  'roulette_seat',
  'roulette_spin',
  'roulette_seed',
  'referral',
  'trading_freeze',
  'item_freeze',
  'chat_message',
  'chat_time_out',
  'chat_slow_mode',
  'chat_report',
] as const satisfies readonly (keyof Database)[]

/** Everything the economy has written, as text: equal before and after whatever changed nothing. */
export async function snapshotEconomy(db: Kysely<Database>): Promise<string> {
  const contents = ECONOMY_TABLES.map(
    (table) => sql`(select json_agg(row order by row::text) from ${sql.table(table)} as row)`,
  )
  const { rows } = await sql`select json_build_array(${sql.join(contents)})::text as snapshot`.execute(db)
  return JSON.stringify(rows)
}

/** Where the database's log of writes ends, as text: equal before and after whatever wrote nothing at all. */
export async function endOfLog(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ end: string }>`select pg_current_wal_insert_lsn()::text as "end"`.execute(db)
  return rows[0]?.end ?? ''
}
