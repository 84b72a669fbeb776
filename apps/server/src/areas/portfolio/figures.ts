import { AMOUNT_MAX } from '@clutch/economy'
import { sql, type RawBuilder } from 'kysely'
import './tables.ts'

/**
 * Owned items, one row per player and item: count, fair price, bought count and its cost. The bought count can exceed
 * the owned one, because using up items is not a trade.
 */
export function ownedItems(users: RawBuilder<unknown>, fairPrices: ReadonlyMap<number, number>): RawBuilder<unknown> {
  return sql`
    select balance.user_id, balance.asset as item_id, owned.count, coalesce(fair.price, 0) as fair_price, bought.count as bought_count,
      case bought.count when 0 then 0 else div(total.held_cost::numeric * bought.count, total.held_count) end as bought_cost
    from balance
    cross join lateral (select balance.free + balance.held as count) as owned
    left join unnest(${[...fairPrices.keys()]}::integer[], ${[...fairPrices.values()]}::bigint[]) as fair (item_id, price)
      on fair.item_id = balance.asset
    left join item_total as total on total.user_id = balance.user_id and total.item_id = balance.asset
    cross join lateral (select least(owned.count, coalesce(total.held_count, 0)) as count) as bought
    where balance.asset > 0 and owned.count > 0 and balance.user_id in (${users})`
}

/** Current figures, one row per player; sums are capped at 2^53 − 1. */
export function figuresOf(users: RawBuilder<unknown>, fairPrices: ReadonlyMap<number, number>): RawBuilder<unknown> {
  return sql`
    select player.user_id, coalesce(purse.coins, 0) as coins,
      least(coalesce(owned.value, 0), ${AMOUNT_MAX})::bigint as items_value,
      least(coalesce(owned.cost, 0), ${AMOUNT_MAX})::bigint as cost_basis,
      greatest(-${AMOUNT_MAX}::numeric, least(coalesce(owned.gain, 0), ${AMOUNT_MAX}))::bigint as unrealised_profit,
      greatest(-${AMOUNT_MAX}::numeric, least(coalesce(earned.profit, 0), ${AMOUNT_MAX}))::bigint as realised_profit,
      least(coalesce(earned.other, 0), ${AMOUNT_MAX})::bigint as other_proceeds
    from player
    left join (
      select user_id, sum(count * fair_price::numeric) as value, sum(bought_cost) as cost,
        sum(bought_count * fair_price::numeric - bought_cost) filter (where fair_price > 0) as gain
      from (${ownedItems(users, fairPrices)}) as item group by user_id
    ) as owned on owned.user_id = player.user_id
    left join (select user_id, free + held as coins from balance where asset = 0) as purse
      on purse.user_id = player.user_id
    left join (
      select user_id, sum(realised_profit) as profit, sum(other_proceeds) as other
      from item_total where user_id in (${users}) group by user_id
    ) as earned on earned.user_id = player.user_id
    where player.user_id in (${users})`
}
