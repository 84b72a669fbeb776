import type { TradedItem, Trader } from './traders.ts'

/** Steps of a history when nothing else is asked: busy books within a minute. */
export const HISTORY_STEPS = 120_000
/** Every so many steps somebody finds goods in the game. */
export const FIND_EVERY_STEPS = 5
/** Traders who have some of an item when the season begins. */
export const KEEPERS_PER_ITEM = 24
/** What one finds is worth up to this share of what one has. */
const FIND_WORTH_SHARE = 0.04
const FIND_COUNT_MAX = 300

/** The most that somebody finds at once: cheap things by the dozen, dear ones singly. */
export function largestFind({ wealthCoins }: Trader, { referenceCoins }: TradedItem): number {
  return Math.min(FIND_COUNT_MAX, Math.max(1, Math.floor((wealthCoins * FIND_WORTH_SHARE) / referenceCoins)))
}

/** How often an item is found before a demo world opens. */
export function findsOf(items: readonly TradedItem[], index: number): number {
  const total = items.at(-1)?.cumulativePopularity ?? 0
  const popularity = (items[index]?.cumulativePopularity ?? 0) - (items[index - 1]?.cumulativePopularity ?? 0)
  return KEEPERS_PER_ITEM + (HISTORY_STEPS / FIND_EVERY_STEPS) * (popularity / total)
}

/** How many of each item a world of these traders is used to: what has been found before it opens. */
export function usualSupply(items: readonly TradedItem[], traders: readonly Trader[]): ReadonlyMap<number, number> {
  return new Map(
    items.map((traded, index) => {
      const sum = traders.reduce((counts, trader) => counts + (1 + largestFind(trader, traded)) / 2, 0)
      return [traded.item.id, (sum / traders.length) * findsOf(items, index)]
    }),
  )
}
