import { HOUR_SEC, SECOND_MS } from '@clutch/contract/formats'
import { energisedTimeMs } from '@clutch/economy'
import type { ItemPrices } from '../live/live-holdings.ts'

/** The prices a crafter trades at: immediately at those of the book, or with orders that wait. */
export const PRICING_MODES = ['now', 'order'] as const
export type PricingMode = (typeof PRICING_MODES)[number]

export interface ItemCount {
  readonly itemId: number
  readonly count: number
}

export interface ExpectedItem {
  readonly itemId: number
  /** Average; fractional if random. */
  readonly count: number
}

export interface Valuation {
  /** Coins; null if an item has no price. */
  readonly cost: number | null
  readonly worth: number | null
  readonly profit: number | null
  /** Profit per hour; null without a price or a duration. */
  readonly profitPerHour: number | null
  /** Whether the hour is that of an energised player. */
  readonly isEnergised: boolean
}

/** Buying price per item: the cheapest offer now, or the best bid that an order would have to match. 0 without one. */
export function buyPrice({ sell, buy }: ItemPrices, pricingMode: PricingMode): number {
  return pricingMode === 'now' ? sell : buy || sell
}

/** Selling price per item: the best bid now, or the cheapest offer that an order would have to match. */
export function sellPrice({ sell, buy }: ItemPrices, pricingMode: PricingMode): number {
  return pricingMode === 'now' ? buy : sell || buy
}

/** Terms of a valuation. */
export interface Pricing {
  readonly mode: PricingMode
  /** The market's fee on sales (rules §2). */
  readonly feeBasisPoints: number
  /** Jobs started now take less time (rules §8). Never applies to harvests. */
  readonly isEnergised?: boolean
  readonly pricesOf: (itemId: number) => ItemPrices
}

const BASIS_POINTS = 10_000

/**
 * Cost, yield after the market's fee, and profit of one run at today's prices. Averages, so coins may be fractional.
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
