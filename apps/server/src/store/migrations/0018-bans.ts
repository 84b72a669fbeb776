import { sql, type Kysely } from 'kysely'

/** Until when a player is kept out, and why; 0 for nobody who is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table player add column banned_until_ms bigint not null default 0`.execute(db)
  await sql`alter table player add column ban_reason text not null default ''`.execute(db)
}
