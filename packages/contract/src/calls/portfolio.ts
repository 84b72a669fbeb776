import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, emptyBody, itemId } from '../bounds.ts'
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
  },
} as const satisfies ContractArea
