import { sql, type Kysely } from 'kysely'

/** Friends, blocks and trades, and the parts of names by which players are found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  await fillNameParts(db)
}

/**
 * A pair of players has two rows, each what one of them may know (`state`: 0 none, 1 sent, 2 received, 3 accepted,
 * 4 declined, 5 deleted). `friend` and `user_block` are what other areas read. Items are JSON: `[[item, count], …]`.
 */
const STATEMENTS = [
  `create table friendship (
    user_id uuid not null,
    other_id uuid not null,
    state smallint not null,
    blocks boolean not null,
    since_ms bigint not null,
    declined_at_ms bigint not null,
    primary key (user_id, other_id),
    check (user_id <> other_id)
  ) with (fillfactor = 80)`,
  `create index friendship_blocked on friendship (other_id) where blocks`,
  `create view friend as
    select user_id, other_id as friend_id, since_ms from friendship where state = 3`,
  `create view user_block as
    select user_id, other_id as blocked_id, since_ms from friendship where blocks`,
  `create table social_invite_times (
    user_id uuid primary key,
    times_ms json not null
  ) with (fillfactor = 70)`,
  `create table trade (
    trade_id uuid primary key,
    user_1 uuid not null,
    user_2 uuid not null,
    is_by_1 boolean not null,
    status smallint not null,
    revision integer not null,
    coins_1 bigint not null check (coins_1 >= 0),
    coins_2 bigint not null check (coins_2 >= 0),
    items_1 json not null,
    items_2 json not null,
    confirmation_1 smallint not null,
    confirmation_2 smallint not null,
    missing_1 json not null,
    missing_2 json not null,
    created_at_ms bigint not null,
    expires_at_ms bigint not null,
    ended_at_ms bigint not null,
    check (user_1 < user_2)
  ) with (fillfactor = 80)`,
  `create unique index trade_open_by_pair on trade (user_1, user_2) where status = 0`,
  `create index trade_open_by_second on trade (user_2) where status = 0`,
  `create index trade_by_pair on trade (user_1, user_2, trade_id) where status <> 0`,
  `create index trade_by_first on trade (user_1, trade_id) where status <> 0`,
  `create index trade_by_second on trade (user_2, trade_id) where status <> 0`,
  `create table player_name_part (
    is_inner boolean not null,
    part text collate "C" not null,
    user_id uuid not null,
    primary key (is_inner, part, user_id)
  )`,
  `create index player_name_part_by_user on player_name_part (user_id)`,
]

const PLAYERS_AT_ONCE = 500

async function fillNameParts(db: Kysely<unknown>): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ user_id: string; name: string }>`select user_id, name from player
      where user_id > ${after} order by user_id limit ${PLAYERS_AT_ONCE}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.user_id
    const parts = rows.flatMap(({ user_id, name }) => {
      const letters = Array.from(name.normalize('NFKC').toLowerCase())
      return letters.slice(0, -1).map((_, start) => ({ user_id, start, part: letters.slice(start).join('') }))
    })
    await sql`insert into player_name_part (is_inner, part, user_id)
      select start > 0, part, user_id from json_to_recordset(${JSON.stringify(parts)}::json)
      as row (user_id uuid, start integer, part text)`.execute(db)
  }
}
