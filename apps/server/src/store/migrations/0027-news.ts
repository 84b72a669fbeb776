import { sql, type Kysely } from 'kysely'

/** Announcements and changelog entries of operators, shown over the content pack's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table news_entry (
    entry_id uuid primary key,
    version integer not null,
    kind text not null,
    key text not null,
    content json not null,
    visible_from_ms bigint not null,
    visible_until_ms bigint,
    is_withdrawn boolean not null,
    edited_by text not null,
    edited_at_ms bigint not null
  )`.execute(db)
  // One entry in one place; who withdrew it leaves the place to others.
  await sql`create unique index news_entry_place on news_entry (kind, key) where not is_withdrawn`.execute(db)
}
