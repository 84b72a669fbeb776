import { sql, type Kysely } from 'kysely'

/** How often a trade has changed, so that of two of its states the later can be told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table trade add column version integer not null default 0`.execute(db)
}
