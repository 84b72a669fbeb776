import type { ItemId, RecipeId } from '../numbers.ts'
import { maxCount, type StockOf } from '../production/ingredients.ts'
import { sumItems, type ItemAmount } from '../production/item-amounts.ts'
import type { GrantRange } from '../opening/outlook.ts'

/** Per unit `count`, or when `random` a uniform whole number minCount … maxCount (rules §4). */
export interface CraftOutput {
  readonly itemId: ItemId
  readonly random: boolean
  readonly count: number
  readonly minCount: number
  readonly maxCount: number
}

export interface CraftRecipe {
  readonly id: RecipeId
  readonly timeSec: number
  /** On hold while the job runs. */
  readonly remain: readonly ItemAmount[]
  readonly consumable: readonly ItemAmount[]
  readonly outputs: readonly CraftOutput[]
}

/** Everything that `count` units take from the stock, kept or used up, by item. */
export function craftNeeds(recipe: CraftRecipe, count: number): ItemAmount[] {
  return sumItems([recipe.remain, recipe.consumable], count)
}

/** The most units that the stock is enough for, 0 … 1,000 (document 2 §5). */
export function maxCraftCount(recipe: CraftRecipe, stockOf: StockOf): number {
  return maxCount(craftNeeds(recipe, 1), stockOf)
}

/** What `count` units grant, before bundles and generators among it open: see `foreseeOpening`. */
export function craftGrants(recipe: CraftRecipe, count: number): GrantRange[] {
  return recipe.outputs.map(({ itemId, random, count: sure, minCount, maxCount: most }) =>
    random
      ? { itemId, least: minCount * count, expected: ((minCount + most) / 2) * count, most: most * count }
      : { itemId, least: sure * count, expected: sure * count, most: sure * count },
  )
}
