import { Readable } from 'node:stream'
import { fail, succeed } from '@clutch/economy'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { readAllPrices, readOwnLots } from './book-queries.ts'
import { checkTrade } from './check-trade.ts'
import { cancelLot, changeLotPrice, placeLot } from './commands.ts'
import { exportLotHistory } from './history-export.ts'
import { readLotHistory } from './lot-history.ts'
import { MarketActivity } from './market-activity.ts'
import { readChart } from './price-chart.ts'
import { readRecentTrades } from './recent-trades.ts'
import { readProfits } from './profit-queries.ts'

/** Calls of the marketplace (document 1 §7, rules §2). */
export function marketplaceRoutes(context: Context): CallHandlers {
  const { feeBasisPoints, maxItemsPerLot } = context.pack.market
  const activity = new MarketActivity(context.store.db, context.marketStatsBoard)
  return {
    'POST /marketplace/get-all-prices': async ({ userId, reply }) => {
      // Already serialized: thousands of entries, nearly the same for all callers.
      await reply.type('application/json; charset=utf-8').send(await readAllPrices(context, userId))
      return undefined
    },
    'POST /marketplace/get-market-stats': async ({ request, reply }) => {
      await (await context.marketStatsBoard.answer()).send(request, reply)
      return undefined
    },
    'POST /marketplace/get-item-details': async ({ userId, body: { item_type_id: itemId } }) => {
      if (!context.pack.itemById.has(itemId)) return fail({ code: 'unknown_item', params: { item_id: itemId } })
      const [book, ownLots] = await Promise.all([context.bookBoard.view(itemId), readOwnLots(context, userId, itemId)])
      return succeed({
        sell_orders: [...book.sell],
        buy_orders: [...book.buy],
        user_lots: ownLots,
        last_price: book.lastPrice,
        fee_basis_points: feeBasisPoints,
        max_items_per_lot: maxItemsPerLot,
      })
    },
    'POST /marketplace/get-chart': async ({ body }) => {
      if (!context.pack.itemById.has(body.item_type_id)) {
        return fail({ code: 'unknown_item', params: { item_id: body.item_type_id } })
      }
      return succeed(await readChart(context, body))
    },
    'POST /marketplace/get-recent-trades': async ({ body: { item_type_id: itemId } }) => {
      if (!context.pack.itemById.has(itemId)) return fail({ code: 'unknown_item', params: { item_id: itemId } })
      return succeed({ trades: await readRecentTrades(context.store.db, itemId) })
    },
    'POST /marketplace/get-activity': async ({ request, reply }) => {
      const packed = await activity.packed()
      await packed.send(request, reply)
      return undefined
    },
    'POST /marketplace/get-fair-prices': async ({ body }) => {
      const prices = await context.fairPriceBoard.prices()
      return succeed({
        prices: body.item_ids.flatMap((item_id) => {
          const fair_price = prices.get(item_id)
          return fair_price === undefined ? [] : [{ item_id, fair_price }]
        }),
      })
    },
    'POST /marketplace/get-my-lots': async ({ userId }) =>
      succeed({ lots: await readOwnLots(context, userId), fee_basis_points: feeBasisPoints }),
    'POST /marketplace/get-lot-history': async ({ userId, body }) =>
      succeed(await readLotHistory(context, userId, body)),
    'GET /marketplace/export-lot-history': async ({ userId, query, reply }) => {
      void reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="trading-history.csv"')
      await reply.send(Readable.from(exportLotHistory(context, userId, query.lang)))
      return undefined
    },
    'POST /marketplace/get-profits': async ({ userId }) => succeed({ profits: await readProfits(context, userId) }),
    'POST /marketplace/check-sell-lot': async ({ userId, body }) =>
      succeed(body !== null && (await checkTrade(context, userId, body, 'sell'))),
    'POST /marketplace/check-buy-lot': async ({ userId, body }) =>
      succeed(body !== null && (await checkTrade(context, userId, body, 'buy'))),
    'POST /marketplace/buy-lot': (input) => placeLot(context, input, input.body, 'buy', 'now'),
    'POST /marketplace/sell-to-buy-lot': (input) => placeLot(context, input, input.body, 'sell', 'now'),
    'POST /marketplace/create-sell-lot': (input) => placeLot(context, input, input.body, 'sell', 'rest'),
    'POST /marketplace/create-buy-lot': (input) => placeLot(context, input, input.body, 'buy', 'rest'),
    'POST /marketplace/cancel-lot': (input) => cancelLot(context, input, input.body.lot_uuid),
    'POST /marketplace/change-lot-price': (input) => changeLotPrice(context, input, input.body),
  }
}
