import { useEffect, useState } from 'react'
import { holdings } from '#shared/live/live-store.ts'

const SAMPLE_EVERY_MS = 5_000

/**
 * All prices, sampled every few seconds: rows stay in place under the pointer, and hundreds of recipes are not revalued
 * on every change.
 * @param isLoaded whether prices have loaded; they are sampled at once when they do
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
