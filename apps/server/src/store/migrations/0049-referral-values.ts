import { sql, type Kysely } from 'kysely'

/** A referral is earned once the new player's trades are worth enough together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table referral add column traded_coins bigint not null default 0`.execute(db)
}
