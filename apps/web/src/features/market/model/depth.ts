import type { OrderLevel } from '@clutch/contract'

/** Items wanted and offered up to each price, in ascending order of price; null where a side has none. */
export interface Depth {
  readonly prices: readonly number[]
  readonly wanted: readonly (number | null)[]
  readonly offered: readonly (number | null)[]
}

/**
 * Sums each side from its best price outwards. Lots far off the market would compress everything else:
 * only prices up to `reach` times the middle are drawn.
 */
export function sumDepth(sell: readonly OrderLevel[], buy: readonly OrderLevel[], reach = 2): Depth {
  const middle = ((sell[0]?.price ?? buy[0]?.price ?? 0) + (buy[0]?.price ?? sell[0]?.price ?? 0)) / 2
  const bids = accumulate(buy.filter(({ price }) => price >= middle / reach))
  const offers = accumulate(sell.filter(({ price }) => price <= middle * reach))
  return {
    prices: [...bids.toReversed(), ...offers].map(({ price }) => price),
    wanted: [...bids.toReversed().map(({ sum }) => sum), ...offers.map(() => null)],
    offered: [...bids.map(() => null), ...offers.map(({ sum }) => sum)],
  }
}

function accumulate(levels: readonly OrderLevel[]): { readonly price: number; readonly sum: number }[] {
  let sum = 0
  return levels.map(({ price, count }) => {
    sum += count
    return { price, sum }
  })
}

/** Multiple of the median depth that fills a bar: one giant order must not flatten all others. */
const FULL_BAR_MEDIANS = 4

/** How much of its bar each level fills, 0 … 1, against the deepest that is not out of all proportion. */
export function depthShares(counts: readonly number[]): (count: number) => number {
  const ordered = counts.toSorted((one, other) => one - other)
  const median = ordered[Math.floor(ordered.length / 2)] ?? 1
  const full = Math.max(1, Math.min(ordered.at(-1) ?? 1, median * FULL_BAR_MEDIANS))
  return (count) => Math.min(1, count / full)
}

/** A level, and how many others offer or want up to its price. */
export interface SummedLevel {
  readonly level: OrderLevel
  /** Items of others at this price or better: the quantity that trades when the level is clicked. */
  readonly reachable: number
}

/** @param own items of the player's own lots per price: nobody trades with themselves (rules §2) */
export function sumLevels(levels: readonly OrderLevel[], own: ReadonlyMap<number, number>): readonly SummedLevel[] {
  let reachable = 0
  return levels.map((level) => {
    reachable += level.count - (own.get(level.price) ?? 0)
    return { level, reachable }
  })
}
