import { useEffect, useState } from 'react'
import { holdings } from '#shared/live/live-store.ts'

const SAMPLE_EVERY_MS = 5_000

/**
 * All prices as they were within the last seconds: rows do not run away under the eye, and hundreds of recipes are not
 * valued at every change.
 * @param isLoaded whether prices are there; they are sampled at once when they come
 */
export function useSampledPrices(isLoaded: boolean) {
  const [prices, setPrices] = useState(() => holdings.prices.snapshot())
  useEffect(() => {
    const sample = () => setPrices(holdings.prices.snapshot())
    if (isLoaded) sample()
    const timer = setInterval(sample, SAMPLE_EVERY_MS)
    return () => clearInterval(timer)
  }, [isLoaded])
  return prices
}
