import type { PublicPrice } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import type { Side } from '@clutch/economy'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { SIDE_CODES, sideOf } from '../marketplace/codes.ts'

type Level = NonNullable<PublicPrice['buy']>

/** Prices of all items that can be traded, in the order of their ids. */
export async function readPrices(context: Context): Promise<PublicPrice[]> {
  const { pack, fairPriceBoard, marketStatsBoard } = context
  const [levels, lastTrades, fairPrices, stats] = await Promise.all([
    readBestLevels(context),
    context.store.slowDb.selectFrom('last_trade').select(['item_id', 'price', 'at_ms']).execute(),
    fairPriceBoard.prices(),
    marketStatsBoard.latest(),
  ])
  const lastByItem = new Map(lastTrades.map((trade) => [trade.item_id, trade]))
  return pack.items
    .filter(({ canSell }) => canSell)
    .map(({ id }) => {
      const [last, stat] = [lastByItem.get(id), stats.get(id)]
      return {
        item_id: id,
        buy: levels.buy.get(id) ?? null,
        sell: levels.sell.get(id) ?? null,
        last_price: last?.price ?? 0,
        last_traded_at: last === undefined ? 0 : toSeconds(last.at_ms),
        fair_price: fairPrices.get(id) ?? 0,
        change_24h: stat?.change_24h ?? null,
        volume_24h: stat?.volume_24h ?? 0,
      }
    })
    .toSorted((a, b) => a.item_id - b.item_id)
}

/** The best price of each side with the units at it. A level that was just filled is absent until the next answer. */
async function readBestLevels({ priceBoard, store }: Context): Promise<Record<Side, Map<number, Level>>> {
  const best = (['buy', 'sell'] as const).flatMap((side) =>
    Array.from(priceBoard.bestPrices(side), ([itemId, price]) => ({ itemId, side: SIDE_CODES[side], price })),
  )
  const { rows } = await sql<{ item_id: number; side: number; price: number; count: number }>`
    select item_id, side, price, sum(open_count)::bigint as count
    from unnest(${best.map(({ itemId }) => itemId)}::integer[], ${best.map(({ side }) => side)}::smallint[],
      ${best.map(({ price }) => price)}::bigint[]) as best (item_id, side, price)
    join lot using (item_id, side, price) group by item_id, side, price`.execute(store.slowDb)
  const levels: Record<Side, Map<number, Level>> = { buy: new Map(), sell: new Map() }
  for (const { item_id, side, price, count } of rows) levels[sideOf(side)].set(item_id, { price, count })
  return levels
}
