import type { CommandBase } from '../../core/command.ts'
import { sumItems, type ItemAmount, type StockOf } from '../../core/item-amounts.ts'
import type { ItemId, RecipeId } from '../../core/numbers.ts'
import type { GrantRange } from '../items/estimate-opening.ts'
import { maxCount } from '../jobs/ingredients.ts'

declare module '../../core/catalogue.ts' {
  interface Catalogue {
    readonly craftRecipes: ReadonlyMap<RecipeId, CraftRecipe>
  }
}
declare module '../../core/command.ts' {
  interface Commands {
    readonly start_craft: StartCraft
  }
}

export interface StartCraft extends CommandBase<'start_craft'> {
  readonly recipeId: RecipeId
  readonly count: number
}

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

/** Everything that `count` units take from the stock, kept or consumed, by item. */
export function craftNeeds(recipe: CraftRecipe, count: number): ItemAmount[] {
  return sumItems([recipe.remain, recipe.consumable], count)
}

/** The most units that the stock allows, 0 … 1,000 (document 2 §5). */
export function maxCraftCount(recipe: CraftRecipe, stockOf: StockOf): number {
  return maxCount(craftNeeds(recipe, 1), stockOf)
}

/** What `count` units grant, before bundles and generators open: see `estimateOpening`. */
export function craftGrants(recipe: CraftRecipe, count: number): GrantRange[] {
  return recipe.outputs.map(({ itemId, random, count: fixed, minCount, maxCount }) =>
    random
      ? { itemId, min: minCount * count, expected: ((minCount + maxCount) / 2) * count, max: maxCount * count }
      : { itemId, min: fixed * count, expected: fixed * count, max: fixed * count },
  )
}
