import { HOUR_SEC, SECOND_MS } from '@clutch/contract/formats'
import { energisedTimeMs } from '@clutch/economy'
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
  /** Whether the hour is one of somebody energised. */
  readonly isEnergised: boolean
}

/** Coins for one when buying: the cheapest offer now, or the best bid that an order would have to match. 0 without one. */
export function buyPrice({ sell, buy }: ItemPrices, pricingMode: PricingMode): number {
  return pricingMode === 'now' ? sell : buy || sell
}

/** Coins for one when selling: the best bid now, or the cheapest offer that an order would have to match. */
export function sellPrice({ sell, buy }: ItemPrices, pricingMode: PricingMode): number {
  return pricingMode === 'now' ? buy : sell || buy
}

/** What a valuation counts at. */
export interface Pricing {
  readonly mode: PricingMode
  /** What the market takes of a sale (rules §2). */
  readonly feeBasisPoints: number
  /** Jobs that are started now take less time (rules §8). Harvests never do. */
  readonly isEnergised?: boolean
  readonly pricesOf: (itemId: number) => ItemPrices
}

const BASIS_POINTS = 10_000

/**
 * What one run costs, brings after the market's fee, and gains at today's prices. Fractions of a coin stay: they are
 * averages.
 */
export function valueRun(
  consumed: readonly ItemCount[],
  outputs: readonly ExpectedItem[],
  durationSec: number,
  { mode, feeBasisPoints, isEnergised = false, pricesOf }: Pricing,
): Valuation {
  const cost = sumCoins(consumed, (itemId) => buyPrice(pricesOf(itemId), mode))
  const gross = sumCoins(outputs, (itemId) => sellPrice(pricesOf(itemId), mode))
  const worth = gross === null ? null : (gross * (BASIS_POINTS - feeBasisPoints)) / BASIS_POINTS
  const profit = cost === null || worth === null ? null : worth - cost
  const takenMs = energisedTimeMs(durationSec * SECOND_MS, isEnergised)
  return {
    cost,
    worth,
    profit,
    profitPerHour: profit === null || takenMs === 0 ? null : (profit * HOUR_SEC * SECOND_MS) / takenMs,
    isEnergised,
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
