import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, cursorUuid, emptyBody, itemId, lotCount, price, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import {
  CHART_INTERVALS,
  FAIR_PRICES_MAX,
  HISTORY_PAGE_SIZE,
  LANGUAGES,
  MARKET_HISTORY_TYPES,
  PRICE_CURRENCIES,
} from '../constants.ts'

const HISTORY_LIMIT_MAX = 500
const feeBasisPoints = z.int().min(0).max(10_000)

/** What a player asks for when trading; unknown extra fields of other clients are ignored. */
export const lotRequest = z.object({
  item_type_id: itemId,
  /** Coins for one item. */
  price,
  count: lotCount,
  currency: z.literal('coin').optional(),
  prefer_lot_currency: z.enum(PRICE_CURRENCIES).optional(),
  prefer_lot_price: z.number().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})
export type LotRequest = z.infer<typeof lotRequest>

/** An order to be checked: whatever is wrong with it, the answer is `false` and never an error; null is what is no order (rules §16). */
const checkedOrder = lotRequest.nullable().catch(null)

export const lot = z.object({
  lot_uuid: uuid,
  item_type_id: itemId,
  type: z.enum(['buy', 'sell']),
  price,
  currency: z.literal('coin'),
  prefer_lot_price: z.number(),
  prefer_lot_currency: z.enum(PRICE_CURRENCIES),
  /** Items when the lot was placed, and items still open. */
  count: amount,
  current_count: amount,
  created_at: unixSeconds,
})
export type Lot = z.infer<typeof lot>

/** One of the caller's open lots, and how many items of others wait in front of it at its own price (rules §16). */
export const ownLot = lot.extend({ ahead_count: amount })
export type OwnLot = z.infer<typeof ownLot>

export const tradeOutcome = z.object({
  /** Items that changed hands at once, and the coins they cost or brought, fee included. */
  traded_count: amount,
  traded_total: amount,
  /** What rests in the book afterwards; null when nothing does. */
  lot: lot.nullable(),
})
export type TradeOutcome = z.infer<typeof tradeOutcome>

export const priceEntry = z.object({ item_type_id: itemId, price, my_price: amount })
export type PriceEntry = z.infer<typeof priceEntry>

/** What an item did lately; items that were not traded within a week have none. */
export const marketStat = z.object({
  item_type_id: itemId,
  /**
   * In basis points: the average price of the latest hour with trades within a day against that of the latest such hour
   * before it; null without either.
   */
  change_24h: z.int().nullable(),
  /** Items traded in the last 24 hours. */
  volume_24h: amount,
  /** Average prices of half days, oldest first, 0 where nothing was traded; the last is the half day that runs. */
  week: z.array(amount),
})
export type MarketStat = z.infer<typeof marketStat>

export const orderLevel = z.object({ price, count: amount })
export type OrderLevel = z.infer<typeof orderLevel>

export const chartBucket = z.object({
  time_slot: z.string(),
  avg_price: amount,
  total_price: amount,
  total_quantity: amount,
  /** Between which prices the trades took place; null where that was not kept yet. */
  low_price: amount.nullable(),
  high_price: amount.nullable(),
})
export type ChartBucket = z.infer<typeof chartBucket>

export const lotHistoryEntry = z.object({
  uuid,
  item_type_id: itemId,
  created_at: unixSeconds,
  lot_created_at: unixSeconds,
  count: amount,
  price: amount,
  type: z.enum(MARKET_HISTORY_TYPES),
  currency: z.string(),
})
export type LotHistoryEntry = z.infer<typeof lotHistoryEntry>

export const itemProfit = z.object({
  item_type_id: itemId,
  bought_count: amount,
  /** Coins paid for all that was bought. */
  bought_total: amount,
  sold_count: amount,
  /** Coins received for all that was sold, after the fee. */
  sold_total: amount,
  /** Coins per bought item on average, rounded; 0 when nothing was bought. */
  average_cost: amount,
  /** Items bought and not sold again, and what they cost: the cost basis. */
  held_count: amount,
  held_cost: amount,
  /**
   * Coins gained, negative when lost, by perpetual average cost in the order of trades: what sold items brought, after
   * the fee, less the average cost of what was held when they were sold.
   */
  realised_profit: z.int(),
  /** Coins that items sold beyond those brought: they were found, made or received. */
  other_proceeds: amount,
})
export type ItemProfit = z.infer<typeof itemProfit>

/** Days of prices that an item's activity tells. */
export const ACTIVITY_DAYS = 7

const itemActivity = z.object({
  item_id: itemId,
  /** Price of the last trade, and when it was, in Unix seconds. */
  last_price: amount,
  last_traded_at: z.int(),
  /** Average price of the last hour with trades that ended 24 hours ago or earlier; 0 when there was none in a week. */
  price_before: amount,
  /** Units traded in the last 24 hours, and the coins paid for them. */
  volume: amount,
  turnover: amount,
  /** Units on an average day of the seven before today. */
  usual_volume: z.number(),
  /** Average price of each of the last seven days, oldest first, today last; 0 for a day without trades. */
  daily_prices: z.array(amount),
})
export type ItemActivity = z.infer<typeof itemActivity>

const common = { area: 'marketplace', access: 'player', bodyType: 'json', query: z.object({}) } as const
const read = { ...common, command: false, rateLimit: RATE_LIMITS.read } as const
/** What strangers see too, without anything that is somebody's own. */
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
      summary:
        'Change and volume of a day and prices of a week for every item that was traded, ten seconds old at most',
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
        /** Dearest first. */
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
      summary: 'Traded prices and quantities per time slot: buyers taking sell lots, sellers hitting buy lots',
      body: z.object({
        item_type_id: itemId,
        start_date: unixSeconds,
        end_date: unixSeconds,
        interval: z.enum(CHART_INTERVALS),
      }),
      response: z.object({ sell_data: z.array(chartBucket), buy_data: z.array(chartBucket) }),
    },
    'POST /marketplace/get-activity': {
      ...publicRead,
      rateLimit: RATE_LIMITS.heavyRead,
      summary:
        'What happened on the market of each item in a day and a week; items nobody dealt in for a week are left out',
      body: emptyBody,
      response: z.object({ items: z.array(itemActivity) }),
    },
    'POST /marketplace/get-fair-prices': {
      ...read,
      summary: 'What one of each item is worth at a fair price; items without one are left out',
      body: z.object({ item_ids: z.array(itemId).max(FAIR_PRICES_MAX) }),
      response: z.object({ prices: z.array(z.object({ item_id: itemId, fair_price: amount })) }),
    },
    'POST /marketplace/get-my-lots': {
      ...read,
      summary: "The caller's open lots, newest first, and the fee that a seller pays",
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
      /** The language of the item names. */
      query: z.object({ lang: z.enum(LANGUAGES).catch('en').default('en') }),
      response: z.string(),
      responseType: 'text/csv',
      rateLimit: RATE_LIMITS.heavyRead,
    },
    'POST /marketplace/get-profits': {
      ...read,
      summary: 'What the caller bought, sold and earned per item, at perpetual average cost',
      body: emptyBody,
      response: z.object({ profits: z.array(itemProfit) }),
    },
    'POST /marketplace/check-sell-lot': {
      ...read,
      summary: 'Whether selling at once would succeed right now',
      body: checkedOrder,
      response: z.boolean(),
    },
    'POST /marketplace/check-buy-lot': {
      ...read,
      summary: 'Whether buying at once would succeed right now',
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
      summary: 'Cancels an open lot and places what was left of it at another price, both or neither',
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
