import type { OrderLevel } from '@clutch/contract'

/** Items wanted and offered up to each price, in ascending order of price; null where a side has none. */
export interface Depth {
  readonly prices: readonly number[]
  readonly wanted: readonly (number | null)[]
  readonly offered: readonly (number | null)[]
}

/**
 * Sums each side from its best price outwards. What lies far off the market would press everything else into a corner:
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
