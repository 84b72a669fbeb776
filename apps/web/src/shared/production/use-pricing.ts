import { useMarketFee } from '../account/own-lots.ts'
import { NO_PRICES, type ItemPrices } from '../live/live-holdings.ts'
import { useIsEnergised } from './energy.ts'
import type { Pricing, PricingMode } from './valuation.ts'

/** The terms that crafts and farms are valued at, given prices of at least the items involved. */
export function usePricing(mode: PricingMode, prices: ReadonlyMap<number, ItemPrices>): Pricing {
  const feeBasisPoints = useMarketFee()
  const isEnergised = useIsEnergised()
  return { mode, feeBasisPoints, isEnergised, pricesOf: (itemId) => prices.get(itemId) ?? NO_PRICES }
}
