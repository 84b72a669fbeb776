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

/** A level of one side of the book, counted from the best price. */
export interface SummedLevel {
  readonly level: OrderLevel
  /** Items of the player's own lots at this price. */
  readonly own: number
  /** Items at this price or better. */
  readonly sum: number
  /** Those of them that belong to others: the quantity that trades when the level is clicked. */
  readonly reachable: number
}

/** @param own items of the player's own lots per price: nobody trades with themselves (rules §2) */
export function sumLevels(levels: readonly OrderLevel[], own: ReadonlyMap<number, number>): readonly SummedLevel[] {
  let sum = 0
  let reachable = 0
  return levels.map((level) => {
    const ownCount = own.get(level.price) ?? 0
    sum += level.count
    reachable += level.count - ownCount
    return { level, own: ownCount, sum, reachable }
  })
}

/**
 * How much of its bar a level fills, 0 … 1: the square root of its share of the deeper side, so that one giant order far
 * from the market does not flatten the levels near it.
 */
export function depthShare(sum: number, deepest: number): number {
  return deepest === 0 ? 0 : Math.sqrt(sum / deepest)
}
