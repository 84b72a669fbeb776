import { AMOUNT_MAX } from '@clutch/economy'
import { sql, type RawBuilder } from 'kysely'
import type { ServerArea } from '../../area.ts'
import { IS_ARCHIVED } from '../../integrity/integrity-check.ts'
import { marketResponses } from './responses.ts'
import { marketFrames } from './frames.ts'
import { marketAccounts, marketEntities } from './load.ts'
import { collectMarketRows } from './rows.ts'
import { draftMarketUpdates } from './updates.ts'
import './tables.ts'

export const marketplaceArea = {
  name: 'marketplace',
  accounts: marketAccounts,
  entities: marketEntities,
  rows: collectMarketRows,
  responses: marketResponses,
  rejections: {
    invalid_price: () => ({ code: 'invalid_input', params: { detail: 'price' } }),
    item_not_sellable: ({ code, itemId }) => ({ code, params: { item_id: itemId } }),
    lot_too_large: ({ code, max }) => ({ code, params: { max } }),
    too_many_lots: ({ code, max }) => ({ code, params: { max } }),
    lot_not_found: ({ code, lotId }) => ({ code, params: { lot_uuid: lotId } }),
    would_match_own_lot: ({ code, lotId }) => ({ code, params: { lot_uuid: lotId } }),
    market_moved: ({ code, available }) => ({ code, params: { available } }),
  },
  updates: draftMarketUpdates,
  frames: marketFrames,
  holds: {
    lot: sql`select owner_id as user_id, case side when 1 then item_id else 0 end as asset,
      case side when 1 then open_count else open_count * price end as amount from lot`,
  },
  checks: [
    {
      // Bought and sold totals must agree with holdings and profits, unless a sum is saturated.
      rule: 'cost_basis',
      query: sql`select format('%s: trades in item %s came to another sum than their cost basis says', user_id, item_id) as detail
        from item_total
        where greatest(bought_total, sold_total, held_cost, abs(realised_profit), other_proceeds) < ${AMOUNT_MAX}::bigint
          and (realised_profit + other_proceeds - held_cost <> sold_total - bought_total
            or held_count not between greatest(bought_count - sold_count, 0) and bought_count
            or (held_count = 0 and held_cost <> 0))`,
    },
    {
      rule: 'crossed_book',
      query: sql`select format('item %s: bid %s, ask %s', item_id, max(price) filter (where side = 0),
          min(price) filter (where side = 1)) as detail
        from lot group by item_id
        having max(price) filter (where side = 0) >= min(price) filter (where side = 1)`,
    },
  ],
  sumArchived: ({ name, operations }) => sql`
    insert into archived_trade (name, user_id, item_id, bought_count, bought_total, sold_count, sold_total)
    select ${name}, sums.* from (${sumsOfTrades(operations, sql<boolean>`true`)}) as sums
    on conflict (user_id, name, item_id) do update set bought_count = excluded.bought_count,
      bought_total = excluded.bought_total, sold_count = excluded.sold_count, sold_total = excluded.sold_total`,
  playerChecks: [
    {
      // Entries 2 and 4 are sales, 3 and 5 purchases; a sale's proceeds are the coins of its operation.
      rule: 'item_total',
      queryOf: (isOfSome) => sql`with recorded as (
          select user_id, item_id, sum(bought_count) as bought_count, sum(bought_total) as bought_total,
            sum(sold_count) as sold_count, sum(sold_total) as sold_total
          from (
            ${sumsOfTrades(sql`operation`, isOfSome)}
            union all select user_id, item_id, bought_count, bought_total, sold_count, sold_total
            from archived_trade where ${isOfSome} and ${IS_ARCHIVED}
          ) as part group by user_id, item_id
        ), kept as (
          select * from item_total where ${isOfSome}
        )
        select format('%s bought or sold another amount of item %s than its totals say',
          coalesce(kept.user_id, recorded.user_id), coalesce(kept.item_id, recorded.item_id)) as detail
        from kept full join recorded on recorded.user_id = kept.user_id and recorded.item_id = kept.item_id
        where (kept.bought_count, kept.bought_total, kept.sold_count, kept.sold_total) is distinct from
          (least(recorded.bought_count, ${AMOUNT_MAX}::bigint), least(recorded.bought_total, ${AMOUNT_MAX}::bigint),
            least(recorded.sold_count, ${AMOUNT_MAX}::bigint), least(recorded.sold_total, ${AMOUNT_MAX}::bigint))`,
    },
  ],
} satisfies ServerArea

/** What players bought and sold of each item. */
function sumsOfTrades(operations: RawBuilder<unknown>, isOfSome: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`select user_id, item_id,
      coalesce(sum(count) filter (where entry_type in (3, 5)), 0) as bought_count,
      coalesce(sum(price * count) filter (where entry_type in (3, 5)), 0) as bought_total,
      coalesce(sum(count) filter (where entry_type in (2, 4)), 0) as sold_count,
      coalesce(sum(coin_change) filter (where entry_type in (2, 4)), 0) as sold_total
    from ${operations} where entry_type between 2 and 5 and ${isOfSome} group by user_id, item_id`
}
