import { sql, type Kysely } from 'kysely'

/** Accounts, ledger, market and what the writer needs to be exactly-once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/** Rows that are updated in place leave room on their pages, so that updates need no index work. */
const STATEMENTS = [
  `create table player (
    user_id uuid primary key,
    steam_id text not null unique,
    name text not null,
    lang text not null,
    created_at_ms bigint not null
  )`,
  `create table balance (
    user_id uuid not null,
    asset integer not null,
    free bigint not null,
    held bigint not null check (held >= 0),
    primary key (user_id, asset),
    check (free >= 0 or user_id = '00000000-0000-0000-0000-000000000000')
  ) with (fillfactor = 70)`,
  `create table ledger_line (
    user_id uuid not null,
    operation_id uuid not null,
    asset integer not null,
    kind smallint not null,
    change bigint not null,
    balance_after bigint not null,
    cause_id uuid,
    primary key (user_id, operation_id, asset)
  )`,
  `create table lot (
    lot_id uuid primary key,
    owner_id uuid not null,
    item_id integer not null,
    side smallint not null,
    price bigint not null check (price > 0),
    count bigint not null,
    open_count bigint not null check (open_count > 0 and open_count <= count),
    preferred_currency text not null,
    preferred_price double precision not null,
    created_at_ms bigint not null
  ) with (fillfactor = 80)`,
  `create index lot_by_item on lot (item_id, side, price)`,
  `create index lot_by_owner on lot (owner_id)`,
  `create table market_record (
    user_id uuid not null,
    record_id uuid not null,
    item_id integer not null,
    type smallint not null,
    price bigint not null,
    count bigint not null,
    lot_id uuid,
    lot_created_at_ms bigint not null,
    primary key (user_id, record_id)
  )`,
  `create table price_bucket (
    item_id integer not null,
    span smallint not null,
    side smallint not null,
    start_sec bigint not null,
    total_price bigint not null,
    total_quantity bigint not null,
    primary key (item_id, span, side, start_sec)
  ) with (fillfactor = 80)`,
  `create table last_trade (
    item_id integer primary key,
    price bigint not null,
    count bigint not null,
    at_ms bigint not null
  ) with (fillfactor = 70)`,
  `create table command_outcome (
    owner_id uuid not null,
    key text not null,
    request_hash text not null,
    outcome json not null,
    at_ms bigint not null,
    primary key (owner_id, key)
  )`,
  `create index command_outcome_by_age on command_outcome using brin (at_ms)`,
  `create table outbox (
    message_id bigint primary key,
    message json not null
  )`,
  // A message lives for one batch: compressing it would cost more than writing it.
  `alter table outbox alter column message set storage external`,
  `create table due_work (
    work_id uuid primary key,
    due_at_ms bigint not null,
    kind text not null,
    payload jsonb not null
  )`,
  `create index due_work_by_time on due_work (due_at_ms, work_id)`,
  `create table writer_state (
    id smallint primary key check (id = 1),
    last_at_ms bigint not null
  ) with (fillfactor = 50)`,
  `create table demo_state (
    id smallint primary key check (id = 1),
    seed text not null,
    is_complete boolean not null
  )`,
  `insert into writer_state (id, last_at_ms) values (1, 0)`,
]
