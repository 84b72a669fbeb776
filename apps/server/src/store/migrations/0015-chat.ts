import { sql, type Kysely } from 'kysely'

/** The chat: it is not economy, and nothing of it passes through the economy's writer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table chat_state (
    id integer primary key,
    last_message_id bigint not null
  )`,
  `insert into chat_state values (1, 0)`,
  `create table chat_message (
    message_id bigint primary key,
    channel_id text not null,
    sender_id uuid not null,
    text text not null,
    sent_at_ms bigint not null,
    deleted_by smallint
  )`,
  `create index chat_message_by_channel on chat_message (channel_id, message_id)`,
  `create index chat_message_by_sender on chat_message (sender_id, message_id)`,
  `create index chat_message_by_age on chat_message (sent_at_ms)`,
  `create table chat_read_mark (
    user_id uuid not null,
    channel_id text not null,
    message_id bigint not null,
    primary key (user_id, channel_id)
  )`,
  `create table chat_slow_mode (
    channel_id text primary key,
    slow_mode_sec integer not null
  )`,
  `create table chat_time_out (
    user_id uuid primary key,
    until_ms bigint not null,
    reason text not null
  )`,
  `create table chat_report (
    report_id uuid primary key,
    message_id bigint not null,
    reporter_id uuid not null,
    reason text not null,
    reported_at_ms bigint not null,
    context jsonb not null,
    settled_at_ms bigint,
    unique (message_id, reporter_id)
  )`,
  `create index chat_report_open on chat_report (report_id) where settled_at_ms is null`,
  `create table chat_outcome (
    owner_id uuid not null,
    key text not null,
    request_hash text not null,
    outcome jsonb not null,
    at_ms bigint not null,
    primary key (owner_id, key)
  )`,
  `create index chat_outcome_by_age on chat_outcome (at_ms)`,
]
