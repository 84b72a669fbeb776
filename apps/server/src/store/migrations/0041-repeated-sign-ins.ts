import { sql, type Kysely } from 'kysely'

/** A sign-in whose answer was lost is repeated: what was used once also says by whom, and which session it opened. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table used_once
    add column subject text not null default '',
    add column bearer text not null default '',
    add column session_id uuid`.execute(db)
}
