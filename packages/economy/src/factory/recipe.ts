import type { ItemId, RecipeId } from '../numbers.ts'
import type { GrantRange } from '../opening/outlook.ts'
import { maxCount, type StockOf } from '../production/ingredients.ts'
import { sumItems, type ItemAmount } from '../production/item-amounts.ts'

export interface FactoryOption {
  readonly itemId: ItemId
  readonly timeSec: number
  /** One of these is drawn by weight for every unit; none when empty. */
  readonly drops: readonly { readonly itemId: ItemId; readonly weight: number }[]
}

export interface FactoryRecipe {
  readonly id: RecipeId
  readonly required: readonly ItemAmount[]
  /** One option is chosen per slot. */
  readonly slots: readonly (readonly FactoryOption[])[]
  /** Generators, each drawn once for every unit. */
  readonly generatorIds: readonly ItemId[]
}

/** The options behind chosen items in slot order; undefined for a slot where the item is none of them. */
export function chosenOptions(recipe: FactoryRecipe, inputIds: readonly ItemId[]): (FactoryOption | undefined)[] {
  return recipe.slots.map((options, slot) => options.find(({ itemId }) => itemId === inputIds[slot]))
}

/** Everything that `count` units take from the stock, by item: what is required and one of each chosen item. */
export function factoryNeeds(recipe: FactoryRecipe, inputIds: readonly ItemId[], count: number): ItemAmount[] {
  return sumItems([recipe.required, inputIds.map((itemId) => ({ itemId, count: 1 }))], count)
}

/** The most units that the stock is enough for, 0 … 1,000 (document 2 §5). */
export function maxFactoryCount(recipe: FactoryRecipe, inputIds: readonly ItemId[], stockOf: StockOf): number {
  return maxCount(factoryNeeds(recipe, inputIds, 1), stockOf)
}

/** Seconds that `count` units take: the sum of the chosen options' times (rules §5). */
export function factoryTimeSec(recipe: FactoryRecipe, inputIds: readonly ItemId[], count: number): number {
  const ofOne = chosenOptions(recipe, inputIds).reduce((sum, option) => sum + (option?.timeSec ?? 0), 0)
  return ofOne * count
}

/** What `count` units grant, before generators open: see `foreseeOpening`. */
export function factoryGrants(recipe: FactoryRecipe, inputIds: readonly ItemId[], count: number): GrantRange[] {
  const drawn = recipe.generatorIds.map((itemId) => ({ itemId, least: count, expected: count, most: count }))
  const dropped = chosenOptions(recipe, inputIds).flatMap((option) => {
    const drops = option?.drops ?? []
    const total = drops.reduce((sum, { weight }) => sum + weight, 0)
    return drops.map(({ itemId, weight }) => ({
      itemId,
      least: weight === total ? count : 0,
      expected: (count * weight) / total,
      most: count,
    }))
  })
  return [...drawn, ...dropped]
}
