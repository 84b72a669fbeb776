import * as z from 'zod'
import { amount, itemId, price, unixSeconds, uuid } from '../bounds.ts'
import { MARKET_HISTORY_TYPES } from '../constants.ts'

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
  /** Coins for one, before any fee. */
  price: amount,
  /** Coins that the market kept of the proceeds of this trade; 0 for purchases and cancellations. */
  fee: amount,
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

export const itemActivity = z.object({
  item_id: itemId,
  /** Price of the last trade, and when it was, in Unix seconds. */
  last_price: amount,
  last_traded_at: z.int(),
  /** The same as in the market's stats. */
  change_24h: marketStat.shape.change_24h,
  /** Units traded in the last 24 hours, and the coins paid for them. */
  volume: amount,
  turnover: amount,
  /** Units on an average day of the seven before today. */
  usual_volume: z.number(),
  /** Average price of each of the last seven days, oldest first, today last; 0 for a day without trades. */
  daily_prices: z.array(amount),
})
export type ItemActivity = z.infer<typeof itemActivity>
