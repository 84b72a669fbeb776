import { sql, type Kysely } from 'kysely'

/** Runs that give many players the same, and what came of each player's part. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table compensation_run (
    run_id uuid primary key,
    actor_id uuid not null,
    key text not null,
    request_hash text not null,
    operator json not null,
    reason text not null,
    coins bigint not null check (coins >= 0),
    items json not null,
    players integer not null,
    granted integer not null,
    refused integer not null,
    ended_at_ms bigint,
    unique (actor_id, key)
  )`,
  `create index compensation_run_open on compensation_run (run_id) where ended_at_ms is null`,
  `create table compensation_grant (
    run_id uuid not null,
    user_id uuid not null,
    state smallint not null,
    code text,
    primary key (run_id, user_id)
  )`,
  `create index compensation_grant_waiting on compensation_grant (run_id, user_id) where state = 0`,
  `create index compensation_grant_refused on compensation_grant (run_id, user_id) where state = 2`,
]
