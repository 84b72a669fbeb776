import * as z from 'zod'
import { amount, itemId, price, unixSeconds, uuid } from '../bounds.ts'
import { MARKET_HISTORY_TYPES } from '../constants.ts'

export const priceEntry = z.object({ item_type_id: itemId, price, my_price: amount })
export type PriceEntry = z.infer<typeof priceEntry>

/** An item's recent trading; absent without trades within a week. */
export const marketStat = z.object({
  item_type_id: itemId,
  /**
   * Change in basis points from the average price of the latest hour with trades before the last day to that of the
   * latest one within it; null without either.
   */
  change_24h: z.int().nullable(),
  /** Items traded in the last 24 hours. */
  volume_24h: amount,
  /** Average prices of half days, oldest first, 0 without trades; the last one is the current half day. */
  week: z.array(amount),
  /** Median of the daily average prices of the last thirty days, in coins; 0 if the item traded too rarely. */
  fair_price: amount,
})
export type MarketStat = z.infer<typeof marketStat>

export const orderLevel = z.object({ price, count: amount })
export type OrderLevel = z.infer<typeof orderLevel>

/** A trade between two players, without their names. */
export const recentTrade = z.object({
  /** Unix time in seconds. */
  traded_at: unixSeconds,
  /** Coins per item, before the fee. */
  price,
  count: amount,
  /** What the taker did: `buy` took a sell lot, `sell` filled a buy lot. */
  side: z.enum(['buy', 'sell']),
})
export type RecentTrade = z.infer<typeof recentTrade>

export const chartBucket = z.object({
  time_slot: z.string(),
  avg_price: amount,
  total_price: amount,
  total_quantity: amount,
  /** Lowest and highest traded price; null if not recorded. */
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
  /** Coins per item, before the fee. */
  price: amount,
  /** The market fee of this trade; 0 for purchases and cancellations. */
  fee: amount,
  type: z.enum(MARKET_HISTORY_TYPES),
  currency: z.string(),
})
export type LotHistoryEntry = z.infer<typeof lotHistoryEntry>

export const itemProfit = z.object({
  item_type_id: itemId,
  bought_count: amount,
  /** Coins paid for purchases. */
  bought_total: amount,
  sold_count: amount,
  /** Coins received from sales, after the fee. */
  sold_total: amount,
  /** Average coins per bought item, rounded; 0 without purchases. */
  average_cost: amount,
  /** Bought items not sold again, and their cost basis. */
  held_count: amount,
  held_cost: amount,
  /**
   * Profit or loss in coins by perpetual average cost, in the order of trades: proceeds after the fee less the average
   * cost of the items sold.
   */
  realised_profit: z.int(),
  /** Proceeds of sold items that were not bought: found, crafted or received. */
  other_proceeds: amount,
})
export type ItemProfit = z.infer<typeof itemProfit>

/** Days of prices in an item's activity. */
export const ACTIVITY_DAYS = 7

export const itemActivity = z.object({
  item_id: itemId,
  /** Price and Unix time of the last trade. */
  last_price: amount,
  last_traded_at: z.int(),
  /** The same as in the market's stats. */
  change_24h: marketStat.shape.change_24h,
  /** Units traded in the last 24 hours, and the coins paid for them. */
  volume: amount,
  turnover: amount,
  /** Average daily units over the seven days before today. */
  usual_volume: z.number(),
  /** Average price of each of the last seven days, oldest first, today last; 0 for a day without trades. */
  daily_prices: z.array(amount),
})
export type ItemActivity = z.infer<typeof itemActivity>
