import { sql, type Kysely } from 'kysely'

/**
 * One row for each operation instead of a line for each of its assets and a record of the market beside them; due work
 * by kind and subject; an epoch that deposes older writers; work with the outside after a commit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table operation (
    user_id uuid not null,
    operation_id uuid not null,
    kind smallint not null,
    entry_type smallint,
    item_id integer,
    item_change bigint,
    item_after bigint,
    coin_change bigint,
    coin_after bigint,
    price bigint,
    count bigint,
    since_ms bigint,
    cause_id uuid,
    actor_id uuid,
    more json
  )`,
  `create table operation_item (
    user_id uuid not null,
    item_id integer not null,
    operation_id uuid not null,
    item_change bigint not null,
    item_after bigint not null
  )`,
  `insert into operation (user_id, operation_id, kind, entry_type, item_id, item_change, item_after, coin_change,
    coin_after, price, count, since_ms, cause_id, more)
  select line.user_id, line.operation_id, line.kind, record.type, coalesce(line.assets[1], record.item_id),
    line.changes[1], line.afters[1], line.coin_change, line.coin_after, record.price, record.count,
    record.lot_created_at_ms, coalesce(record.lot_id, line.cause_id), line.more
  from (
    select user_id, operation_id, min(kind) as kind, (array_agg(cause_id))[1] as cause_id,
      max(change) filter (where asset = 0) as coin_change, max(balance_after) filter (where asset = 0) as coin_after,
      array_agg(asset order by asset) filter (where asset > 0) as assets,
      array_agg(change order by asset) filter (where asset > 0) as changes,
      array_agg(balance_after order by asset) filter (where asset > 0) as afters,
      json_agg(json_build_array(asset, change, balance_after) order by asset) filter (where place > 1) as more
    from (
      select *, row_number() over (partition by user_id, operation_id, asset = 0 order by asset) as place
      from ledger_line
    ) as numbered group by user_id, operation_id
  ) as line
  left join market_record as record on record.user_id = line.user_id and record.record_id = line.operation_id`,
  `insert into operation_item (user_id, item_id, operation_id, item_change, item_after)
  select user_id, asset, operation_id, change, balance_after from (
    select *, row_number() over (partition by user_id, operation_id order by asset) as place
    from ledger_line where asset > 0
  ) as numbered where place > 1`,
  `drop table ledger_line`,
  `drop table market_record`,
  `alter table operation add primary key (user_id, operation_id)`,
  `alter table operation_item add primary key (user_id, item_id, operation_id)`,
  `create index operation_by_item on operation (user_id, item_id, operation_id) where item_id is not null`,
  `create index operation_by_entry on operation (user_id, entry_type, operation_id) where entry_type is not null`,

  `create table due_subject (
    kind text not null,
    subject_id uuid not null,
    due_at_ms bigint not null,
    primary key (kind, subject_id)
  ) with (fillfactor = 80)`,
  `insert into due_subject (kind, subject_id, due_at_ms)
  select 'player', work_id, due_at_ms from due_work where kind = 'settle_player'`,
  `drop table due_work`,
  `alter table due_subject rename to due_work`,
  `create index due_work_by_time on due_work (due_at_ms, subject_id)`,

  `alter table notice rename to notification`,
  `alter table notification rename column notice_id to notification_id`,
  `alter table notice_mark rename to notification_mark`,
  `alter index notice_by_age rename to notification_by_age`,

  // Messages of before speak of other things; nobody is connected while a server starts.
  `truncate outbox`,
  `alter table writer_state add column epoch bigint not null default 0`,
  `create function keep_lease(expected bigint, id_ms bigint) returns void language plpgsql as $$
  begin
    update writer_state set last_at_ms = id_ms where id = 1 and epoch = expected;
    if not found then
      raise exception 'Another writer has taken over';
    end if;
  end $$`,

  `create table task (
    task_id uuid primary key,
    kind text not null,
    payload json not null,
    due_at_ms bigint not null,
    attempts integer not null default 0,
    last_error text
  )`,
  `create index task_by_time on task (due_at_ms, task_id)`,
]
