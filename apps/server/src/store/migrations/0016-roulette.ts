import { sql, type Kysely } from 'kysely'

/** The wheel: seats, spins, revealed seeds, and the tables that were drawn from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table roulette_seat (
    user_id uuid primary key,
    seed_index integer not null,
    client_seed text not null,
    nonce bigint not null
  ) with (fillfactor = 80)`,
  `create table roulette_spin (
    spin_id uuid primary key,
    user_id uuid not null,
    operation_id uuid not null,
    seed_index integer not null,
    client_seed text not null,
    nonce bigint not null,
    roll bigint not null,
    prize_index integer not null,
    table_hash text not null,
    unique (user_id, seed_index, nonce)
  )`,
  `create index roulette_spin_by_user on roulette_spin (user_id, spin_id)`,
  `create table roulette_seed (
    user_id uuid not null,
    seed_index integer not null,
    client_seed text not null,
    spins bigint not null,
    revealed_at_ms bigint not null,
    primary key (user_id, seed_index)
  )`,
  `create table roulette_table (
    table_hash text primary key,
    prizes jsonb not null
  )`,
]
