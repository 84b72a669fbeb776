import { sql, type Kysely } from 'kysely'

/** Notifications of what customer support gave: they may have coins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification add column coins bigint not null default 0`.execute(db)
}
