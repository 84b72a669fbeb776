import type { ItemAmount, StockOf } from '../../core/item-amounts.ts'
import type { ItemId } from '../../core/numbers.ts'

/** Units of one craft or factory run (document 2 §9). */
export const COUNT_MAX = 1_000

/** An ingredient the stock lacks. */
export interface MissingIngredient {
  readonly itemId: ItemId
  readonly have: number
  readonly need: number
}

/** The ingredients the stock lacks, with have and need (document 2 §5). */
export function missingIngredients(needs: readonly ItemAmount[], stockOf: StockOf): MissingIngredient[] {
  return needs.flatMap(({ itemId, count: need }) => {
    const have = stockOf(itemId)
    return have < need ? [{ itemId, have, need }] : []
  })
}

/** The most units that the stock allows, 0 … 1,000, from what one unit needs (document 2 §5). */
export function maxCount(needsOfOne: readonly ItemAmount[], stockOf: StockOf): number {
  const counts = needsOfOne.map(({ itemId, count }) => Math.floor(stockOf(itemId) / count))
  return Math.max(0, Math.min(COUNT_MAX, ...counts))
}
