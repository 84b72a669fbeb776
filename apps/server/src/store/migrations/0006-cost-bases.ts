import { sql, type Kysely } from 'kysely'

/** What each player's trades in each item have come to by perpetual average cost, for all trades so far in their order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const AMOUNT_MAX = '9007199254740991'

const STATEMENTS = [
  `alter table item_total
    add column held_count bigint not null default 0,
    add column held_cost bigint not null default 0,
    add column realised_profit bigint not null default 0,
    add column other_proceeds bigint not null default 0`,
  // Entries 2 and 4 are sales, 3 and 5 purchases; ids are in the order of time. What a sale brought after the fee is the
  // coins of its operation. Products pass what a bigint holds.
  `do $$
  declare
    trade record;
    at_user uuid;
    at_item integer;
    held bigint := 0;
    cost bigint := 0;
    profit bigint := 0;
    other bigint := 0;
    sold bigint;
    sold_cost bigint;
    proceeds bigint;
    received bigint;
  begin
    for trade in
      select user_id, item_id, entry_type, price, count, coalesce(coin_change, 0) as coins
      from operation where entry_type between 2 and 5 order by user_id, item_id, operation_id
    loop
      if (trade.user_id, trade.item_id) is distinct from (at_user, at_item) then
        update item_total set held_count = held, held_cost = cost, realised_profit = profit, other_proceeds = other
        where user_id = at_user and item_id = at_item;
        at_user := trade.user_id;
        at_item := trade.item_id;
        held := 0;
        cost := 0;
        profit := 0;
        other := 0;
      end if;
      if trade.entry_type in (3, 5) then
        held := least(held + trade.count, ${AMOUNT_MAX});
        cost := least(cost + trade.price * trade.count, ${AMOUNT_MAX});
      else
        received := trade.coins;
        sold := least(trade.count, held);
        sold_cost := case sold when 0 then 0 else div(cost::numeric * sold, held) end;
        proceeds := div(received::numeric * sold, trade.count);
        held := held - sold;
        cost := cost - sold_cost;
        profit := greatest(-${AMOUNT_MAX}, least(profit + proceeds - sold_cost, ${AMOUNT_MAX}));
        other := least(other + received - proceeds, ${AMOUNT_MAX});
      end if;
    end loop;
    update item_total set held_count = held, held_cost = cost, realised_profit = profit, other_proceeds = other
    where user_id = at_user and item_id = at_item;
  end $$`,
  `alter table item_total
    alter column held_count drop default,
    alter column held_cost drop default,
    alter column realised_profit drop default,
    alter column other_proceeds drop default`,
]
