import { sql, type Kysely } from 'kysely'

/**
 * Sums of who has how much and of who was there last, which the economy report keeps up from the players whose money
 * or activity changed, so that it never reads everybody's balance; and balances by asset, for whoever asks who has one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // Whoever never did anything himself may come into money all the same.
  `alter table player_activity alter column day_sec drop not null,
    add column changed_sec bigint not null default 0`,
  // Everybody is to be counted once.
  `insert into player_activity (user_id) select user_id from player on conflict (user_id) do nothing`,
  `create index player_activity_by_change on player_activity (changed_sec)`,
  `create table counted_player (
    user_id uuid primary key,
    class smallint not null,
    coins bigint not null,
    day_sec bigint not null,
    is_returning boolean not null
  ) with (fillfactor = 70)`,
  `create table wealth_class (
    class smallint primary key,
    players bigint not null,
    coins bigint not null
  ) with (fillfactor = 70)`,
  `create table wealth_activity (
    day_sec bigint not null,
    is_returning boolean not null,
    players bigint not null,
    coins bigint not null,
    primary key (day_sec, is_returning)
  ) with (fillfactor = 70)`,
  `create table wealth_counted_until (id smallint primary key check (id = 1), hour_sec bigint not null)`,
  `create index balance_by_asset on balance (asset)`,
]
