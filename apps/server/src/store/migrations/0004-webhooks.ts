import { sql, type Kysely } from 'kysely'

export const description = 'Adds webhooks and their deliveries'
export const isOnline = true

/** Endpoints of webhooks, attempts to deliver to them, and which server delivers (integration §3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS: readonly string[] = [
  `create table webhook (
    webhook_id text not null collate "C",
    url text not null,
    types text[] not null,
    description text not null,
    is_enabled boolean not null,
    disabled_because text,
    secret text not null,
    old_secret text,
    old_secret_until_ms bigint,
    created_at_ms bigint not null,
    created_by text not null,
    revision integer not null default 1,
    cursor text not null collate "C",
    failed_attempts integer not null default 0,
    next_attempt_at_ms bigint not null default 0,
    failing_since_ms bigint,
    delivered_at_ms bigint,
    primary key (webhook_id)
  ) with (fillfactor = 70)`,
  `create table webhook_delivery (
    delivery_id uuid not null,
    webhook_id text not null collate "C",
    event_id text not null,
    type text not null,
    trigger text not null,
    attempt integer not null,
    at_ms bigint not null,
    latency_ms integer not null,
    status integer,
    state text not null,
    error text,
    body text not null,
    primary key (delivery_id)
  )`,
  `create index webhook_delivery_by_webhook on webhook_delivery (webhook_id, delivery_id)`,
  // Failures are few: without an index of their own, listing them would read all successes between them.
  `create index webhook_delivery_failed on webhook_delivery (webhook_id, delivery_id) where state <> 'delivered'`,
  `create table exclusive_work (
    name text not null,
    holder uuid not null,
    until_ms bigint not null,
    primary key (name)
  )`,
]
