import { useMarketFee } from '#shared/account/own-lots.ts'
import { NO_PRICES } from '#shared/live/live-holdings.ts'
import { useActivity } from '#shared/market/activity.ts'
import { usePricesLoad } from '#shared/market/prices.ts'
import { useSampledPrices } from '#shared/market/use-sampled-prices.ts'
import { findFlip, type Flip } from '../model/flip.ts'

/** Every flip that open prices and the market's activity allow. */
export function useFlips() {
  const activity = useActivity()
  const loaded = usePricesLoad()
  const feeBasisPoints = useMarketFee()
  const isLoaded = loaded.data === true
  const prices = useSampledPrices(isLoaded)
  const flips = activity.data?.flatMap((item): Flip[] => {
    const flip = findFlip(item, prices.get(item.item_id) ?? NO_PRICES, feeBasisPoints)
    return flip === undefined ? [] : [flip]
  })
  return {
    flips: isLoaded ? flips : undefined,
    error: activity.error ?? loaded.error,
    retry: () => void Promise.all([activity.refetch(), loaded.refetch()]),
  }
}
