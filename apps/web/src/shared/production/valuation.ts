import { HOUR_SEC } from '@clutch/contract/formats'
import type { ItemPrices } from '../live/live-holdings.ts'

/** At which prices a crafter trades: at once at those of the book, or by orders of their own that wait. */
export const PRICING_MODES = ['now', 'order'] as const
export type PricingMode = (typeof PRICING_MODES)[number]

export interface ItemCount {
  readonly itemId: number
  readonly count: number
}

export interface ExpectedItem {
  readonly itemId: number
  /** On average; a fraction where chance decides. */
  readonly count: number
}

export interface Valuation {
  /** Coins; null when something in it has no price. */
  readonly cost: number | null
  readonly worth: number | null
  readonly profit: number | null
  /** Profit over the time of one run, brought to an hour; null without a price or a time. */
  readonly profitPerHour: number | null
}

/** Coins for one when buying: the cheapest offer now, or the best bid that an order would have to match. 0 without one. */
export function buyPrice({ sell, buy }: ItemPrices, pricingMode: PricingMode): number {
  return pricingMode === 'now' ? sell : buy || sell
}

/** Coins for one when selling: the best bid now, or the cheapest offer that an order would have to match. */
export function sellPrice({ sell, buy }: ItemPrices, pricingMode: PricingMode): number {
  return pricingMode === 'now' ? buy : sell || buy
}

/** What one run costs, brings and gains at today's prices. Fractions of a coin stay: they are averages. */
export function valueRun(
  consumed: readonly ItemCount[],
  outputs: readonly ExpectedItem[],
  durationSec: number,
  pricingMode: PricingMode,
  pricesOf: (itemId: number) => ItemPrices,
): Valuation {
  const cost = sumCoins(consumed, (itemId) => buyPrice(pricesOf(itemId), pricingMode))
  const worth = sumCoins(outputs, (itemId) => sellPrice(pricesOf(itemId), pricingMode))
  const profit = cost === null || worth === null ? null : worth - cost
  return {
    cost,
    worth,
    profit,
    profitPerHour: profit === null || durationSec === 0 ? null : (profit * HOUR_SEC) / durationSec,
  }
}

function sumCoins(entries: readonly ExpectedItem[], priceOf: (itemId: number) => number): number | null {
  let sum = 0
  for (const { itemId, count } of entries) {
    const price = priceOf(itemId)
    if (price === 0) return null
    sum += price * count
  }
  return sum
}
