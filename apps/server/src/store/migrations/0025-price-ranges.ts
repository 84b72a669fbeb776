import { sql, type Kysely } from 'kysely'

/** The lowest and the highest price of a bucket's trades; unknown for those traded before they were kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table price_bucket add column low_price bigint, add column high_price bigint`.execute(db)
}
