import { useMarketFee } from '../account/own-lots.ts'
import { NO_PRICES, type ItemPrices } from '../live/live-holdings.ts'
import { useIsEnergised } from './energy.ts'
import type { Pricing, PricingMode } from './valuation.ts'

/** What a player's crafts and farms are valued by at the given prices: those of the items in question at least. */
export function usePricing(mode: PricingMode, prices: ReadonlyMap<number, ItemPrices>): Pricing {
  const feeBasisPoints = useMarketFee()
  const isEnergised = useIsEnergised()
  return { mode, feeBasisPoints, isEnergised, pricesOf: (itemId) => prices.get(itemId) ?? NO_PRICES }
}
