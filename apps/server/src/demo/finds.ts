import type { TradedItem, Trader } from './traders.ts'

/** Default steps of a history: enough for busy books, generated within a minute. */
export const HISTORY_STEPS = 120_000
/** Steps between finds of goods. */
export const FIND_EVERY_STEPS = 5
/** Traders who start the season with some of an item. */
export const KEEPERS_PER_ITEM = 24
/** Maximum value of a find, as a share of the trader's wealth. */
const FIND_WORTH_SHARE = 0.04
const FIND_COUNT_MAX = 300

/** Maximum units per find; the cheaper the item, the more. */
export function largestFind({ wealthCoins }: Trader, { referenceCoins }: TradedItem): number {
  return Math.min(FIND_COUNT_MAX, Math.max(1, Math.floor((wealthCoins * FIND_WORTH_SHARE) / referenceCoins)))
}

/** Expected number of finds of an item before a demo world opens. */
export function findsOf(items: readonly TradedItem[], index: number): number {
  const total = items.at(-1)?.cumulativePopularity ?? 0
  const popularity = (items[index]?.cumulativePopularity ?? 0) - (items[index - 1]?.cumulativePopularity ?? 0)
  return KEEPERS_PER_ITEM + (HISTORY_STEPS / FIND_EVERY_STEPS) * (popularity / total)
}

/** Usual supply of each item: the expected units found before the world of these traders opens. */
export function usualSupply(items: readonly TradedItem[], traders: readonly Trader[]): ReadonlyMap<number, number> {
  return new Map(
    items.map((traded, index) => {
      const sum = traders.reduce((counts, trader) => counts + (1 + largestFind(trader, traded)) / 2, 0)
      return [traded.item.id, (sum / traders.length) * findsOf(items, index)]
    }),
  )
}
