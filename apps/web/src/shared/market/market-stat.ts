import type { MarketStat } from '@clutch/contract'

const BASIS_POINTS = 10_000

/** What an item did within a day and a week. */
export interface ItemStat extends MarketStat {
  /** From the first price of the week to the last, in basis points; null with fewer than two. */
  readonly change_week: number | null
}

/** From the first price of a week to the last, in basis points; null with fewer than two. */
export function weekChange(week: readonly number[]): number | null {
  const prices = week.filter((price) => price > 0)
  const [first] = prices
  const last = prices.at(-1)
  if (first === undefined || last === undefined || prices.length < 2) return null
  return Math.round((last / first - 1) * BASIS_POINTS)
}
