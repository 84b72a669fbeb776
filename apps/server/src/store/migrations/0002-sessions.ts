import { sql, type Kysely } from 'kysely'

/** What sign-in needs to remember. Secrets lie here only as hashes, but for the key that signs access tokens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table server_secret (
    name text primary key,
    secret text not null
  )`,
  `create table session (
    session_id uuid primary key,
    user_id uuid not null,
    token_hash text not null,
    previous_hash text,
    rotated_at_ms bigint not null,
    expires_at_ms bigint not null,
    ended_at_ms bigint
  )`,
  `create index session_by_user on session (user_id)`,
  `create index session_by_end on session (ended_at_ms) where ended_at_ms is not null`,
  `create table used_once (
    kind text not null,
    hash text not null,
    used_at_ms bigint not null,
    primary key (kind, hash)
  )`,
  `create index used_once_by_age on used_once (used_at_ms)`,
]
