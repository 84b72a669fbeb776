import type { ItemFigures, SimulationFigures } from './simulate-days.ts'

/** What there is to say of a simulated world, in a few numbers. */
export interface WorldFigures {
  /** Of the average prices of a day, as shares of the reference price. */
  readonly lowestRatio: number
  readonly highestRatio: number
  /** Half of all items' prices lay between these on the last day. */
  readonly middleRatios: readonly [number, number]
  /** Days on end on which some item did not trade. */
  readonly longestPauseDays: number
  /** Items that traded on the average day, as a share of 1. */
  readonly tradedShare: number
  /** Of the number of coins, as a share of 1. */
  readonly coinGrowthPerDay: number
}

/** Sums up what became of prices, trading and coins. */
export function describeFigures({ coins, items }: SimulationFigures): WorldFigures {
  const ratios = items.flatMap(ratiosOf)
  const latest = items.flatMap((item) => ratiosOf(item).slice(-1)).toSorted((a, b) => a - b)
  const days = Math.max(1, coins.length - 1)
  const first = coins[0] ?? 0
  const growth = first === 0 ? 0 : ((coins.at(-1) ?? first) / first) ** (1 / days) - 1
  return {
    lowestRatio: Math.min(...ratios),
    highestRatio: Math.max(...ratios),
    middleRatios: [quantile(latest, 0.25), quantile(latest, 0.75)],
    longestPauseDays: Math.max(...items.map(longestPause)),
    tradedShare: ratios.length / (days * items.length),
    coinGrowthPerDay: growth,
  }
}

function ratiosOf({ dailyPrices, referenceCoins }: ItemFigures): number[] {
  return dailyPrices.flatMap((price) => (price === undefined ? [] : [price / referenceCoins]))
}

function longestPause({ dailyPrices }: ItemFigures): number {
  let [longest, pause] = [0, 0]
  for (const price of dailyPrices) {
    pause = price === undefined ? pause + 1 : 0
    longest = Math.max(longest, pause)
  }
  return longest
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0
}
