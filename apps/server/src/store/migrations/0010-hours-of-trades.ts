import { sql, type Kysely } from 'kysely'

/** A way to the latest hours of all items: a board of the last week begins there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index price_bucket_by_hour on price_bucket (start_sec) where span = 0`.execute(db)
}
