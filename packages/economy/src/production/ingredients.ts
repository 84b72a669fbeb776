import type { ItemId } from '../numbers.ts'
import type { MissingIngredient } from '../rejection.ts'
import type { ItemAmount } from './item-amounts.ts'

/** Units of one craft or factory run (document 2 §9). */
export const COUNT_MAX = 1_000

/** How many of an item somebody has free. */
export type StockOf = (itemId: ItemId) => number

/** The ingredients of which there is too little, with have and need (document 2 §5). */
export function missingIngredients(needs: readonly ItemAmount[], stockOf: StockOf): MissingIngredient[] {
  return needs.flatMap(({ itemId, count: need }) => {
    const have = stockOf(itemId)
    return have < need ? [{ itemId, have, need }] : []
  })
}

/** The most units that the stock is enough for, 0 … 1,000, from what one unit needs (document 2 §5). */
export function maxCount(needsOfOne: readonly ItemAmount[], stockOf: StockOf): number {
  const counts = needsOfOne.map(({ itemId, count }) => Math.floor(stockOf(itemId) / count))
  return Math.max(0, Math.min(COUNT_MAX, ...counts))
}
