import { sql, type Kysely } from 'kysely'

/** Content packs that were loaded, in their order, and by which of them work under way ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table content_pack (
    digest text primary key,
    files json not null,
    stored_at_ms bigint not null
  )`,
  `create table content_version (
    version integer primary key,
    digest text not null,
    is_start boolean not null,
    own_folder text not null,
    loaded_at_ms bigint not null
  )`,
  // What was under way before contents were numbered ends by the first that is.
  'alter table job add column content_version integer not null default 1',
  'alter table harvest_group add column content_version integer not null default 1',
]
