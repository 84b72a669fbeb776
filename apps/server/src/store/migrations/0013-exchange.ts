import { sql, type Kysely } from 'kysely'

/** Exchanges with the store platform, the requests they send, the evidence of each, and whose turn it is there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table exchange (
    exchange_id uuid primary key,
    user_id uuid not null,
    direction smallint not null,
    currency text not null,
    store_count bigint not null check (store_count > 0),
    coins bigint not null check (coins > 0),
    state smallint not null,
    created_at_ms bigint not null,
    settled_at_ms bigint
  ) with (fillfactor = 80)`,
  `create index exchange_by_user on exchange (user_id, exchange_id)`,
  `create index exchange_open on exchange (user_id) where settled_at_ms is null`,
  `create table exchange_leg (
    request_id text primary key,
    exchange_id uuid not null,
    leg smallint not null,
    stack_id text,
    count bigint not null check (count > 0),
    state smallint not null,
    attempts integer not null,
    last_ambiguous_ms bigint not null,
    operation_id uuid unique,
    unique (exchange_id, leg)
  ) with (fillfactor = 70)`,
  `create table exchange_step (
    step_id bigint generated always as identity primary key,
    exchange_id uuid not null,
    at_ms bigint not null,
    kind smallint not null,
    leg smallint,
    detail text not null
  )`,
  `create index exchange_step_by_exchange on exchange_step (exchange_id, step_id)`,
  `create table platform_turn (
    steam_id text primary key,
    holder uuid not null,
    until_ms bigint not null
  )`,
]
