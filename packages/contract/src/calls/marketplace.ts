import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, csvLanguage, cursorUuid, emptyBody, itemId, price, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import {
  CHART_INTERVALS,
  FAIR_PRICES_MAX,
  HISTORY_PAGE_SIZE,
  MARKET_HISTORY_TYPES,
  PRICE_CURRENCIES,
  RECENT_TRADES_MAX,
} from '../constants.ts'
import { checkedOrder, lot, lotRequest, ownLot, tradeOutcome } from './lots.ts'
import {
  chartBucket,
  itemActivity,
  itemProfit,
  lotHistoryEntry,
  marketStat,
  orderLevel,
  priceEntry,
  recentTrade,
} from './market-figures.ts'

const HISTORY_LIMIT_MAX = 500
const feeBasisPoints = z.int().min(0).max(10_000)

const common = { area: 'marketplace', access: 'player', bodyType: 'json', query: z.object({}) } as const
const read = { ...common, command: false, rateLimit: RATE_LIMITS.read } as const
/** Reads that anonymous callers may make; they contain nothing personal. */
const publicRead = { ...read, access: 'visitor' } as const
const command = { ...common, command: true, rateLimit: RATE_LIMITS.command } as const

export const marketplaceContract = {
  calls: {
    'POST /marketplace/get-all-prices': {
      ...publicRead,
      summary: "Best open price per item and side, with the caller's own best price",
      body: emptyBody,
      response: z.object({ buy_lots: z.array(priceEntry), sell_lots: z.array(priceEntry) }),
    },
    'POST /marketplace/get-market-stats': {
      ...publicRead,
      rateLimit: RATE_LIMITS.heavyRead,
      summary: 'Daily change and volume, weekly prices and fair price of every traded item, at most ten seconds old',
      body: emptyBody,
      response: z.object({ stats: z.array(marketStat) }),
    },
    'POST /marketplace/get-item-details': {
      ...publicRead,
      summary: "An item's order book by price level, the caller's open lots, the last trade and the market's terms",
      body: z.object({ item_type_id: itemId }),
      response: z.object({
        /** Cheapest first. */
        sell_orders: z.array(orderLevel),
        /** Highest first. */
        buy_orders: z.array(orderLevel),
        user_lots: z.array(ownLot),
        /** Price of the last trade; 0 when there was none. */
        last_price: amount,
        fee_basis_points: feeBasisPoints,
        max_items_per_lot: z.int(),
      }),
    },
    'POST /marketplace/get-chart': {
      ...publicRead,
      summary:
        'Traded prices and quantities per time slot, separately for purchases from sell lots and sales to buy lots',
      body: z.object({
        item_type_id: itemId,
        start_date: unixSeconds,
        end_date: unixSeconds,
        interval: z.enum(CHART_INTERVALS),
      }),
      response: z.object({ sell_data: z.array(chartBucket), buy_data: z.array(chartBucket) }),
    },
    'POST /marketplace/get-recent-trades': {
      ...publicRead,
      summary: 'The latest trades of an item, newest first, without the names of buyers and sellers',
      body: z.object({ item_type_id: itemId }),
      response: z.object({ trades: z.array(recentTrade).max(RECENT_TRADES_MAX) }),
    },
    'POST /marketplace/get-activity': {
      ...publicRead,
      rateLimit: RATE_LIMITS.heavyRead,
      summary: 'Market activity of each item over a day and a week; items without trades for a week are omitted',
      body: emptyBody,
      response: z.object({ items: z.array(itemActivity) }),
    },
    'POST /marketplace/get-fair-prices': {
      ...read,
      summary: 'Fair prices per item; items without one are omitted',
      body: z.object({ item_ids: z.array(itemId).max(FAIR_PRICES_MAX) }),
      response: z.object({ prices: z.array(z.object({ item_id: itemId, fair_price: amount })) }),
    },
    'POST /marketplace/get-my-lots': {
      ...read,
      summary: "The caller's open lots, newest first, and the seller's fee",
      body: emptyBody,
      response: z.object({ lots: z.array(ownLot), fee_basis_points: feeBasisPoints }),
    },
    'POST /marketplace/get-lot-history': {
      ...read,
      summary: "The caller's trades and cancellations, newest first; `is_prev` walks back towards the newest",
      body: z
        .object({
          last_uuid: cursorUuid,
          is_prev: z.boolean().default(false),
          limit: z.int().min(1).max(HISTORY_LIMIT_MAX).default(HISTORY_PAGE_SIZE),
          /** Only entries of these types; all without. */
          types: z.array(z.enum(MARKET_HISTORY_TYPES)).max(MARKET_HISTORY_TYPES.length).optional(),
          /** Only entries of this item; all without. */
          item_type_id: itemId.optional(),
        })
        .prefault({}),
      response: z.array(lotHistoryEntry),
    },
    'GET /marketplace/export-lot-history': {
      ...read,
      summary: "The caller's whole trading history as CSV, newest first, streamed",
      bodyType: 'none',
      body: emptyBody,
      query: z.object({ lang: csvLanguage }),
      response: z.string(),
      responseType: 'text/csv',
      rateLimit: RATE_LIMITS.heavyRead,
    },
    'POST /marketplace/get-profits': {
      ...read,
      summary: 'The caller’s purchases, sales and profit per item, by perpetual average cost',
      body: emptyBody,
      response: z.object({ profits: z.array(itemProfit) }),
    },
    'POST /marketplace/check-sell-lot': {
      ...read,
      summary: 'Whether an instant sale would succeed now',
      body: checkedOrder,
      response: z.boolean(),
    },
    'POST /marketplace/check-buy-lot': {
      ...read,
      summary: 'Whether an instant purchase would succeed now',
      body: checkedOrder,
      response: z.boolean(),
    },
    'POST /marketplace/buy-lot': {
      ...command,
      summary: 'Buys all of `count` at `price` or better, or nothing',
      body: lotRequest,
      response: tradeOutcome,
    },
    'POST /marketplace/sell-to-buy-lot': {
      ...command,
      summary: 'Sells all of `count` at `price` or better, or nothing',
      body: lotRequest,
      response: tradeOutcome,
    },
    'POST /marketplace/create-sell-lot': {
      ...command,
      summary: 'Sells what crosses and rests the remainder',
      body: lotRequest,
      response: tradeOutcome,
    },
    'POST /marketplace/create-buy-lot': {
      ...command,
      summary: 'Buys what crosses and rests the remainder',
      body: lotRequest,
      response: tradeOutcome,
    },
    'POST /marketplace/cancel-lot': {
      ...command,
      summary: "Cancels one of the caller's open lots and returns what it holds",
      body: z.object({ lot_uuid: uuid }),
      response: z.object({ lot }),
    },
    'POST /marketplace/change-lot-price': {
      ...command,
      summary: 'Changes the price of an open lot by cancelling and placing its remainder, atomically',
      body: z.object({
        lot_uuid: uuid,
        price,
        prefer_lot_currency: z.enum(PRICE_CURRENCIES).optional(),
        prefer_lot_price: z.number().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
      }),
      response: tradeOutcome,
    },
  },
  errors: {
    lot_not_found: { status: 404, message: 'Lot not found' },
    market_moved: { status: 409, message: 'The market moved: {available} available at this price' },
    would_match_own_lot: { status: 409, message: 'This order would match your own lot' },
    item_not_sellable: { status: 409, message: 'This item cannot be traded' },
    too_many_lots: { status: 409, message: 'At most {max} open lots' },
    lot_too_large: { status: 400, message: 'At most {max} items in one lot' },
    price_unchanged: { status: 409, message: 'The lot already has this price' },
  },
} as const satisfies ContractArea
