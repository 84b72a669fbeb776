import type { CommandBase } from '../../core/command.ts'
import { sumItems, type ItemAmount, type StockOf } from '../../core/item-amounts.ts'
import type { ItemId, RecipeId } from '../../core/numbers.ts'
import type { GrantRange } from '../items/estimate-opening.ts'
import { maxCount } from '../jobs/ingredients.ts'

declare module '../../core/catalogue.ts' {
  interface Catalogue {
    readonly factoryRecipes: ReadonlyMap<RecipeId, FactoryRecipe>
  }
}
declare module '../../core/command.ts' {
  interface Commands {
    readonly start_factory: StartFactory
  }
}

export interface StartFactory extends CommandBase<'start_factory'> {
  readonly recipeId: RecipeId
  /** One chosen item per slot, in slot order. */
  readonly inputIds: readonly ItemId[]
  readonly count: number
}

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

/** The options of the chosen items in slot order; undefined where the slot does not offer the item. */
export function chosenOptions(recipe: FactoryRecipe, inputIds: readonly ItemId[]): (FactoryOption | undefined)[] {
  return recipe.slots.map((options, slot) => options.find(({ itemId }) => itemId === inputIds[slot]))
}

/** Everything that `count` units take from the stock, by item: the required and the chosen items. */
export function factoryNeeds(recipe: FactoryRecipe, inputIds: readonly ItemId[], count: number): ItemAmount[] {
  return sumItems([recipe.required, inputIds.map((itemId) => ({ itemId, count: 1 }))], count)
}

/** The most units that the stock allows, 0 … 1,000 (document 2 §5). */
export function maxFactoryCount(recipe: FactoryRecipe, inputIds: readonly ItemId[], stockOf: StockOf): number {
  return maxCount(factoryNeeds(recipe, inputIds, 1), stockOf)
}

/** Seconds that `count` units take: the sum of the chosen options' times (rules §5). */
export function factoryTimeSec(recipe: FactoryRecipe, inputIds: readonly ItemId[], count: number): number {
  const ofOne = chosenOptions(recipe, inputIds).reduce((sum, option) => sum + (option?.timeSec ?? 0), 0)
  return ofOne * count
}

/** What `count` units grant, before generators open: see `estimateOpening`. */
export function factoryGrants(recipe: FactoryRecipe, inputIds: readonly ItemId[], count: number): GrantRange[] {
  const drawn = recipe.generatorIds.map((itemId) => ({ itemId, min: count, expected: count, max: count }))
  const dropped = chosenOptions(recipe, inputIds).flatMap((option) => {
    const drops = option?.drops ?? []
    const total = drops.reduce((sum, { weight }) => sum + weight, 0)
    return drops.map(({ itemId, weight }) => ({
      itemId,
      min: weight === total ? count : 0,
      expected: (count * weight) / total,
      max: count,
    }))
  })
  return [...drawn, ...dropped]
}
