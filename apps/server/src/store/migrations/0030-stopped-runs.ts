import { sql, type Kysely } from 'kysely'

/** Runs that operators stop and let go on, and the keys under which they do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table compensation_run
    add column stopped_at_ms bigint,
    add column turn integer not null default 0`,
  `create table compensation_change (
    actor_id uuid not null,
    key text not null,
    request_hash text not null,
    primary key (actor_id, key)
  )`,
]
