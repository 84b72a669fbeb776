/**
 * Partitions of the tables that grow with every order: `operation` and `operation_item` by month of their version 7 UUIDs,
 * `command_outcome` by day, all in UTC (decision 42). There is no default partition: with one, PostgreSQL would read every
 * month to find a player's newest rows. The first partition has no lower bound, so that all earlier rows have a place.
 */
export const HISTORY_PARTITIONS: readonly string[] = [
  // Months of operations and days of outcomes. The first of each begins at 0 and is called `older`.
  `create table history_partition (
    kind text not null,
    name text not null,
    from_ms bigint not null,
    until_ms bigint not null,
    check (kind in ('month', 'day')),
    check (from_ms < until_ms),
    primary key (kind, from_ms),
    unique (kind, name)
  )`,
  // Months that are in files instead of the database. The events at \`last_position\` and before are incomplete.
  `create table history_archive (
    name text not null,
    from_ms bigint not null,
    until_ms bigint not null,
    operations bigint not null,
    last_position bigint not null,
    archived_at_ms bigint not null,
    primary key (name)
  )`,
  // Sums of archived months, so that the integrity check can compare balances with all operations. Rows count from the
  // moment when their month is in history_archive.
  `create table archived_change (
    name text not null,
    user_id uuid not null,
    asset integer not null,
    change numeric not null,
    primary key (user_id, name, asset)
  )`,
  `create table archived_trade (
    name text not null,
    user_id uuid not null,
    item_id integer not null,
    bought_count numeric not null,
    bought_total numeric not null,
    sold_count numeric not null,
    sold_total numeric not null,
    primary key (user_id, name, item_id)
  )`,
  `create table archived_salaries (
    name text not null,
    coins numeric not null,
    primary key (name)
  )`,
  // The smallest version 7 UUID of a time; the nil UUID for 0.
  `create function id_at(at_ms bigint) returns uuid immutable parallel safe language sql as $$
    select case at_ms when 0 then '00000000-0000-0000-0000-000000000000' else
      lpad(to_hex(at_ms / 65536), 8, '0') || '-' || lpad(to_hex(at_ms % 65536), 4, '0') || '-7000-8000-000000000000'
    end::uuid
  $$`,
  `create function ms_of(at timestamp) returns bigint immutable parallel safe language sql as $$
    select (extract(epoch from at) * 1000)::bigint
  $$`,
  `create function utc_of(at_ms bigint) returns timestamp immutable parallel safe language sql as $$
    select timestamp 'epoch' + at_ms * interval '1 millisecond'
  $$`,
  // Tables that grow with every order are read by key, whatever the statistics are: a larger sample takes processor time
  // from the game.
  `create function sample_few_rows(name text) returns void language plpgsql as $$
    declare
      field text;
    begin
      for field in select attname from pg_attribute
        where attrelid = name::regclass and attnum > 0 and not attisdropped
      loop
        execute format('alter table %I alter column %I set statistics 10', name, field);
      end loop;
    end $$`,
  // Its own indexes are those that old months lose (history-upkeep.ts); the others belong to the partitioned table.
  `create function create_month(name text) returns void language plpgsql as $$
    declare
      operations text := 'operation_' || name;
      items text := 'operation_item_' || name;
    begin
      execute format('create table %I (like operation including defaults)
        with (autovacuum_vacuum_insert_threshold = 1000000)', operations);
      perform sample_few_rows(operations);
      execute format('create index %I on %I (cause_id, operation_id) where cause_id is not null',
        operations || '_by_cause', operations);
      execute format('create index %I on %I (operation_id)', operations || '_by_id', operations);
      execute format('create table %I (like operation_item including defaults)', items);
    end $$`,
  // Readers and inserts do not wait for this.
  `create function attach_month(name text, from_ms bigint, until_ms bigint) returns void language plpgsql as $$
    declare
      bounds text := format('for values from (%L) to (%L)', id_at(from_ms), id_at(until_ms));
    begin
      execute format('alter table operation attach partition %I %s', 'operation_' || name, bounds);
      execute format('alter table operation_item attach partition %I %s', 'operation_item_' || name, bounds);
      insert into history_partition values ('month', name, from_ms, until_ms);
    end $$`,
  `create function make_month(name text, from_ms bigint, until_ms bigint) returns void language sql as $$
    select create_month(name);
    select attach_month(name, from_ms, until_ms);
  $$`,
  // Readers and inserts wait for this; the first month is nearly empty.
  `create function end_first_month_at(first_until_ms bigint) returns void language plpgsql as $$
    begin
      alter table operation detach partition operation_older;
      alter table operation_item detach partition operation_item_older;
      delete from history_partition where kind = 'month' and from_ms = 0;
      perform attach_month('older', 0, first_until_ms);
    end $$`,
  // Takes an archived month out of the database. Late work of that time has a place in the first month.
  `create function drop_month(month text) returns void language plpgsql as $$
    declare
      past record;
    begin
      select * into strict past from history_partition where kind = 'month' and history_partition.name = month;
      execute format('drop table %I, %I', 'operation_' || month, 'operation_item_' || month);
      delete from history_partition where kind = 'month' and from_ms = past.from_ms;
      perform end_first_month_at(past.until_ms);
    end $$`,
  // Attaches a month that was filled from its archive, with what has come late into the first month.
  `create function return_month(month text, first_ms bigint, end_ms bigint) returns void language plpgsql as $$
    begin
      execute format('with late as (delete from operation_older where operation_id >= id_at(%1$s) returning *)
        insert into %2$I select * from late', first_ms, 'operation_' || month);
      execute format('with late as (delete from operation_item_older where operation_id >= id_at(%1$s) returning *)
        insert into %2$I select * from late', first_ms, 'operation_item_' || month);
      perform end_first_month_at(first_ms);
      perform attach_month(month, first_ms, end_ms);
    end $$`,
  `create function make_day(name text, from_ms bigint, until_ms bigint) returns void language plpgsql as $$
    declare
      outcomes text := 'command_outcome_' || name;
      first text := case from_ms when 0 then 'minvalue' else from_ms::text end;
    begin
      execute format('create table %I (like command_outcome, primary key (owner_id, key))
        with (autovacuum_vacuum_insert_threshold = -1)', outcomes);
      perform sample_few_rows(outcomes);
      execute format('alter table command_outcome attach partition %I for values from (%s) to (%s)', outcomes, first,
        until_ms);
      insert into history_partition values ('day', name, from_ms, until_ms);
    end $$`,
  // Partitions without a gap, up to two months and two days after a time. After a break of years one partition covers what
  // is more than three years, or a week of outcomes, before that time. Does nothing while someone else maintains these
  // tables, for example an analyze by hand: the writer, which runs this, must not wait, and there is time until they are
  // needed.
  `create function make_partitions(now_ms bigint) returns void language plpgsql as $$
    declare
      today timestamp := date_trunc('day', utc_of(now_ms));
      this_month timestamp := date_trunc('month', today);
      made_until timestamp;
      next timestamp;
      usual text := current_setting('lock_timeout');
    begin
      perform set_config('lock_timeout', '100ms', true);
      if not exists (select from history_partition) then
        perform make_month('older', 0, ms_of(this_month - interval '3 months'));
        perform make_day('older', 0, ms_of(today));
      end if;
      select utc_of(max(until_ms)) into made_until from history_partition where kind = 'month';
      while made_until <= this_month + interval '2 months' loop
        next := greatest(made_until + interval '1 month', this_month - interval '3 years');
        perform make_month(to_char(made_until, 'YYYY_MM'), ms_of(made_until), ms_of(next));
        made_until := next;
      end loop;
      select utc_of(max(until_ms)) into made_until from history_partition where kind = 'day';
      while made_until <= today + interval '2 days' loop
        next := greatest(made_until + interval '1 day', today - interval '7 days');
        perform make_day(to_char(made_until, 'YYYY_MM_DD'), ms_of(made_until), ms_of(next));
        made_until := next;
      end loop;
      perform set_config('lock_timeout', usual, true);
    exception when lock_not_available then
      null;
    end $$`,
  // Forgets outcomes. A partition that is being read, for example by pg_dump, is dropped at a later run: the writer, which
  // runs this, must not wait.
  `create function forget_outcomes(before_ms bigint) returns void language plpgsql as $$
    declare
      past record;
      usual text := current_setting('lock_timeout');
    begin
      delete from command_outcome_older where at_ms < before_ms;
      perform set_config('lock_timeout', '100ms', true);
      for past in select * from history_partition where kind = 'day' and from_ms > 0 and until_ms <= before_ms loop
        begin
          execute format('drop table %I', 'command_outcome_' || past.name);
          delete from history_partition where kind = 'day' and from_ms = past.from_ms;
        exception when lock_not_available then
          exit;
        end;
      end loop;
      perform set_config('lock_timeout', usual, true);
    end $$`,
  // Lets the months begin earlier, for a world with a past that is about to be written.
  `create function begin_months_at(first_ms bigint) returns void language plpgsql as $$
    declare
      made_until timestamp := date_trunc('month', utc_of(first_ms));
      begins timestamp;
      next timestamp;
    begin
      select utc_of(until_ms) into begins from history_partition where kind = 'month' and from_ms = 0;
      if made_until >= begins or exists (select from operation_older) or exists (select from operation_item_older) then
        return;
      end if;
      drop table operation_older, operation_item_older;
      delete from history_partition where kind = 'month' and from_ms = 0;
      perform make_month('older', 0, ms_of(made_until));
      while made_until < begins loop
        next := made_until + interval '1 month';
        perform make_month(to_char(made_until, 'YYYY_MM'), ms_of(made_until), ms_of(next));
        made_until := next;
      end loop;
    end $$`,
  `select make_partitions((extract(epoch from clock_timestamp()) * 1000)::bigint)`,
]
