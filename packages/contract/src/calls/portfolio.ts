import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, emptyBody, itemId } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'

const figures = {
  /** Coins and items together, in coins like all of these. */
  net_worth: amount,
  /** Free and on hold. */
  coins: amount,
  /** Everything owned at fair prices; items without a fair price count nothing. */
  items_value: amount,
  /** What of the owned items was bought cost on average. */
  cost_basis: amount,
  /** What those are worth at fair prices less what they cost; items without a fair price are left out. */
  unrealised_profit: z.int(),
  /** Of all time until then, by perpetual average cost, and apart from it proceeds of what was never bought. */
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
  /** Coins for one; 0 when it is unknown, and so are the value and the unrealised profit. */
  fair_price: amount,
  value: amount,
  /** How many of them were bought, and what those cost. */
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
      summary: 'What the caller is worth now and was at the end of each day before today, and every item owned',
      body: emptyBody,
      response: z.object({
        now: portfolioFigures,
        /** Oldest first, a year at most; days on which no server ran are missing. */
        days: z.array(portfolioDay),
        holdings: z.array(portfolioHolding),
      }),
    },
  },
} as const satisfies ContractArea
