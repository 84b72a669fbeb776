import { sql, type Kysely } from 'kysely'

/**
 * Sums that show at once when a balance has changed and nothing else has: what all accounts of an asset have together,
 * kept up by the database itself with every statement that writes balances, whoever sends it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/** Postings add up to zero, so almost every statement finds nothing to write. */
const ADD_TO_TOTALS = `on conflict (asset) do update set total = asset_total.total + excluded.total`

const STATEMENTS = [
  `create table asset_total (asset integer primary key, total numeric not null) with (fillfactor = 50)`,
  `create table economy_freeze (
    id smallint primary key check (id = 1),
    since_ms bigint not null,
    findings json not null
  )`,
  `create function add_inserted_balances() returns trigger language plpgsql as $$
    begin
      insert into asset_total (asset, total)
        select asset, sum(free + held) from added group by asset having sum(free + held) <> 0 order by asset
        ${ADD_TO_TOTALS};
      return null;
    end $$`,
  `create function add_updated_balances() returns trigger language plpgsql as $$
    begin
      insert into asset_total (asset, total)
        select asset, sum(amount) from (
          select asset, free + held as amount from added
          union all select asset, -(free + held) from removed
        ) as change group by asset having sum(amount) <> 0 order by asset
        ${ADD_TO_TOTALS};
      return null;
    end $$`,
  `create function add_deleted_balances() returns trigger language plpgsql as $$
    begin
      insert into asset_total (asset, total)
        select asset, -sum(free + held) from removed group by asset having sum(free + held) <> 0 order by asset
        ${ADD_TO_TOTALS};
      return null;
    end $$`,
  `create trigger balance_inserted after insert on balance referencing new table as added
    for each statement execute function add_inserted_balances()`,
  `create trigger balance_updated after update on balance referencing old table as removed new table as added
    for each statement execute function add_updated_balances()`,
  `create trigger balance_deleted after delete on balance referencing old table as removed
    for each statement execute function add_deleted_balances()`,
  `insert into asset_total (asset, total)
    select asset, sum(free + held) from balance group by asset having sum(free + held) <> 0`,
]
