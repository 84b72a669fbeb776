import { sql, type Kysely } from 'kysely'

/** Ways into the histories by item and type, what each player bought and sold, watchlists, alerts and notices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const AMOUNT_MAX = '9007199254740991'

const STATEMENTS = [
  `create index market_record_by_type on market_record (user_id, type, record_id)`,
  `create index market_record_by_item on market_record (user_id, item_id, type, record_id)`,
  // Coins are in nearly every operation and nobody asks for their history by asset.
  `create index ledger_line_by_item on ledger_line (user_id, asset, operation_id) where asset > 0`,
  `create table item_total (
    user_id uuid not null,
    item_id integer not null,
    bought_count bigint not null,
    bought_total bigint not null,
    sold_count bigint not null,
    sold_total bigint not null,
    primary key (user_id, item_id)
  ) with (fillfactor = 80)`,
  // A record is an operation too, and what a sale brought after the fee is the coins of its line.
  `insert into item_total (user_id, item_id, bought_count, bought_total, sold_count, sold_total)
  select record.user_id, record.item_id,
    least(coalesce(sum(record.count) filter (where type in (3, 5)), 0), ${AMOUNT_MAX}),
    least(coalesce(sum(record.price * record.count) filter (where type in (3, 5)), 0), ${AMOUNT_MAX}),
    least(coalesce(sum(record.count) filter (where type in (2, 4)), 0), ${AMOUNT_MAX}),
    least(coalesce(sum(coins.change) filter (where type in (2, 4)), 0), ${AMOUNT_MAX})
  from market_record as record
  left join ledger_line as coins
    on coins.user_id = record.user_id and coins.operation_id = record.record_id and coins.asset = 0
  where record.type between 2 and 5 group by record.user_id, record.item_id`,
  `create table watched_item (
    user_id uuid not null,
    item_id integer not null,
    watched_at_ms bigint not null,
    primary key (user_id, item_id)
  )`,
  `create table price_alert (
    alert_id uuid primary key,
    user_id uuid not null,
    item_id integer not null,
    side smallint not null,
    direction smallint not null,
    price bigint not null check (price > 0),
    created_at_ms bigint not null
  )`,
  `create index price_alert_by_user on price_alert (user_id, alert_id)`,
  `create index price_alert_by_item on price_alert (item_id)`,
  `create table notice (
    user_id uuid not null,
    notice_id uuid not null,
    kind smallint not null,
    item_id integer not null,
    side smallint not null,
    price bigint not null,
    count bigint not null,
    alert_direction smallint,
    alert_price bigint,
    primary key (user_id, notice_id)
  )`,
  // Notices arrive in the order of their ids: the newest lie together, and that is all this has to know.
  `create index notice_by_age on notice using brin (notice_id)`,
  `create table notice_mark (
    user_id uuid primary key,
    read_up_to uuid not null
  ) with (fillfactor = 70)`,
]
