import { sql, type Kysely } from 'kysely'

/** Who may not trade, which items may not be traded on the market, and why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table trading_freeze (
    user_id uuid primary key,
    reason text not null,
    at_ms bigint not null
  )`.execute(db)
  await sql`create table item_freeze (
    item_id integer primary key,
    reason text not null,
    at_ms bigint not null
  )`.execute(db)
}
