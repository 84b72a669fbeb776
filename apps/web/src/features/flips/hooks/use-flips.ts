import { useEffect, useState } from 'react'
import { useMarketFee } from '#shared/account/own-lots.ts'
import { NO_PRICES } from '#shared/live/live-holdings.ts'
import { holdings } from '#shared/live/live-store.ts'
import { useActivity } from '#shared/market/activity.ts'
import { usePricesLoad } from '#shared/market/prices.ts'
import { findFlip, type Flip } from '../model/flip.ts'

/** Rows are not to run away under the eye: prices count as they were within so long. */
const SAMPLE_EVERY_MS = 5_000

/** Every flip that open prices and the market's activity allow. */
export function useFlips() {
  const activity = useActivity()
  const loaded = usePricesLoad()
  const feeBasisPoints = useMarketFee()
  const isLoaded = loaded.data === true
  const [prices, setPrices] = useState(() => holdings.prices.whole())
  useEffect(() => {
    const sample = () => setPrices(holdings.prices.whole())
    if (isLoaded) sample()
    const timer = setInterval(sample, SAMPLE_EVERY_MS)
    return () => clearInterval(timer)
  }, [isLoaded])
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
