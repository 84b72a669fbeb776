import type { ItemFigures, SimulationFigures } from './simulate-days.ts'

/** Key figures of a simulated world. */
export interface WorldFigures {
  /** Lowest daily average price, as a ratio to the reference price. */
  readonly lowestRatio: number
  readonly highestRatio: number
  /** Quartiles of items' price ratios on the last day. */
  readonly middleRatios: readonly [number, number]
  /** Longest run of days on which an item did not trade. */
  readonly longestPauseDays: number
  /** Average fraction of items traded per day. */
  readonly tradedShare: number
  /** Daily growth of the total coins, as a fraction. */
  readonly coinGrowthPerDay: number
}

/** Computes the key figures of prices, trading and coins. */
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
