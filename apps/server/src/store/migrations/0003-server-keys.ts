import { sql, type Kysely } from 'kysely'
import type { TableWork } from '../migration.ts'

export const description = "Adds keys of the game's servers and their transactions"
export const isOnline = true
export const tables: readonly TableWork[] = [{ table: 'balance', work: 'altered' }]

/** Keys of the game's server, their transactions and what they grant (integration §1, §2). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS: readonly string[] = [
  // The owner's version after the last change of this balance; the owner's version is the largest of all.
  `alter table balance add column version bigint not null default 0`,
  `create table server_key (
    key_id uuid not null,
    public_id text not null,
    name text not null,
    scopes text[] not null,
    networks text[] not null,
    is_test boolean not null,
    coins_ceiling bigint,
    units_ceiling bigint,
    secret_hash text not null,
    created_at_ms bigint not null,
    created_by text not null,
    expires_at_ms bigint,
    last_used_at_ms bigint,
    revoked_at_ms bigint,
    primary key (key_id),
    unique (public_id)
  )`,
  // Calls per key and UTC day, counted in days since 1970.
  `create table server_key_use (
    key_id uuid not null,
    day integer not null,
    calls bigint not null,
    primary key (key_id, day)
  )`,
  // What a key granted per UTC day; asset 0 is the coin.
  `create table server_key_grant (
    key_id uuid not null,
    day integer not null,
    asset integer not null,
    granted bigint not null,
    primary key (key_id, day, asset)
  ) with (fillfactor = 70)`,
  // Never deleted: the caller's id is unique for ever.
  `create table server_transaction (
    key_id uuid not null,
    transaction_id text not null collate "C",
    user_id uuid not null,
    request_hash text not null,
    result json not null,
    at_ms bigint not null,
    primary key (key_id, transaction_id)
  ) with (autovacuum_vacuum_insert_threshold = 1000000)`,
  // Players whom the game's server created and who have yet to sign in.
  `create table awaited_player (
    user_id uuid not null,
    primary key (user_id)
  )`,
]
