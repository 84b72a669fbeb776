import { sql, type Kysely } from 'kysely'

/**
 * Sums per day that batches keep as they commit, so that the economy report never reads histories: what came into the
 * world and left it, how much of everything there was, who traded with whom, and who was there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // Flows of a day may come to more than there ever is at once, hence numeric.
  `create table economy_flow_day (
    day_sec bigint not null,
    kind smallint not null,
    asset integer not null,
    minted numeric not null,
    burned numeric not null,
    operations bigint not null,
    primary key (day_sec, kind, asset)
  ) with (fillfactor = 70)`,
  `create table economy_supply_day (
    asset integer not null,
    day_sec bigint not null,
    supply bigint not null,
    primary key (asset, day_sec)
  ) with (fillfactor = 70)`,
  `create index economy_supply_by_day on economy_supply_day (day_sec)`,
  `create table pair_hour (
    item_id integer not null,
    hour_sec bigint not null,
    seller_id uuid not null,
    buyer_id uuid not null,
    trades bigint not null,
    count numeric not null,
    coins numeric not null,
    primary key (item_id, hour_sec, seller_id, buyer_id)
  ) with (fillfactor = 80)`,
  `create index pair_hour_by_age on pair_hour using brin (hour_sec)`,
  `create table player_activity (
    user_id uuid primary key,
    day_sec bigint not null,
    before_day_sec bigint
  ) with (fillfactor = 70)`,
  `create table economy_day (
    day_sec bigint primary key,
    is_closed boolean not null,
    figures json not null,
    made_at_ms bigint not null
  )`,
  `create index price_bucket_by_day on price_bucket (start_sec) where span = 1`,
  // A world that is older than these sums begins with what there is.
  `insert into economy_supply_day (asset, day_sec, supply)
  select asset, floor(extract(epoch from now()) / 86400) * 86400 - 86400, -free from balance
  where user_id = '00000000-0000-0000-0000-000000000000'`,
]
