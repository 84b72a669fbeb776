import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, emptyBody, itemId, unixSeconds } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'

const figures = {
  /** Coins and items together. All values are in coins. */
  net_worth: amount,
  /** Free and on hold. */
  coins: amount,
  /** All items at fair prices; items without one count as 0. */
  items_value: amount,
  /** Average cost of the owned items that were bought. */
  cost_basis: amount,
  /** Their fair value less their cost; items without a fair price are excluded. */
  unrealised_profit: z.int(),
  /** All-time profit by perpetual average cost, and separately the proceeds of items not bought. */
  realised_profit: z.int(),
  other_proceeds: amount,
}
export const portfolioFigures = z.object(figures)
export type PortfolioFigures = z.infer<typeof portfolioFigures>

export const portfolioDay = z.object({ time_slot: z.string(), ...figures })
export type PortfolioDay = z.infer<typeof portfolioDay>

export const portfolioHolding = z.object({
  item_type_id: itemId,
  /** Free, in lots and in jobs. */
  count: amount,
  /** Coins per item; 0 if unknown, then value and unrealised profit are 0 too. */
  fair_price: amount,
  value: amount,
  /** How many of them were bought, and their cost. */
  bought_count: amount,
  cost_basis: amount,
  unrealised_profit: z.int(),
})
export type PortfolioHolding = z.infer<typeof portfolioHolding>

const tradesOfSide = z.object({ trades: amount, count: amount.describe('Items.'), coins: amount })

/** What happened to a player within a time; ended work is counted in runs. */
export const awaySummary = z.object({
  since: unixSeconds.describe('The given moment, or the earliest one that is covered, 30 days ago.'),
  coins_change: z.int().describe('Change of the free coins, for whatever reason.'),
  sold: tradesOfSide.describe('Items sold on the market, and the coins received after the fee.'),
  bought: tradesOfSide.describe('Items bought on the market, and the coins paid.'),
  crafts_ended: amount,
  farms_ended: amount,
  harvests_ended: amount,
  items_gained: amount.describe('Items that ended harvests yielded.'),
  items_broken: amount.describe('Items that broke in harvests.'),
  items_upgraded: amount.describe('Items that levelled up in harvests.'),
})
export type AwaySummary = z.infer<typeof awaySummary>

export const portfolioContract = {
  calls: {
    'POST /portfolio/get': {
      area: 'portfolio',
      access: 'player',
      bodyType: 'json',
      query: z.object({}),
      command: false,
      rateLimit: RATE_LIMITS.heavyRead,
      summary: 'The caller’s net worth now and at the end of each past day, and all holdings',
      body: emptyBody,
      response: z.object({
        now: portfolioFigures,
        /** Oldest first, at most a year; days without a running server are missing. */
        days: z.array(portfolioDay),
        holdings: z.array(portfolioHolding),
      }),
    },
    'POST /portfolio/while-away': {
      area: 'portfolio',
      access: 'player',
      bodyType: 'json',
      query: z.object({}),
      command: false,
      rateLimit: RATE_LIMITS.heavyRead,
      summary: 'What the caller’s lots, jobs and harvests did since a moment, at most 30 days ago',
      body: z.object({
        since: unixSeconds,
        /** Until before this moment; until now without it. */
        until: unixSeconds.optional(),
      }),
      response: awaySummary,
    },
  },
} as const satisfies ContractArea
