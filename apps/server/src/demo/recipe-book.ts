import {
  craftGrants,
  estimateOpening,
  type Catalogue,
  type CraftRecipe,
  type FactoryOption,
  type FactoryRecipe,
  type GrantRange,
  type HarvestItem,
  type HarvestRecipe,
  type ItemAmount,
  type ItemId,
} from '@clutch/economy'

/** Average yield of plain items. */
export type Gives = readonly (readonly [ItemId, number])[]

/** Estimated price of one item in coins. */
export type FairOf = (itemId: ItemId) => number

interface Entry<Recipe> {
  readonly recipe: Recipe
  /** Average yield of one unit or run, with containers opened. */
  readonly gives: Gives
}

interface FarmEntry extends Entry<FactoryRecipe> {
  /** Options per slot, each with the average yield of its draw. */
  readonly slots: readonly (readonly { readonly option: FactoryOption; readonly gives: Gives }[])[]
}

interface HarvestEntry extends Entry<HarvestRecipe> {
  readonly slots: readonly (readonly { readonly item: HarvestItem; readonly brokenGives: Gives }[])[]
}

/** All recipes with their average yields, computed once and used in every decision. */
export interface RecipeBook {
  readonly crafts: readonly Entry<CraftRecipe>[]
  readonly farms: readonly FarmEntry[]
  readonly harvests: readonly HarvestEntry[]
}

const PERCENT = 100

export function makeRecipeBook(catalogue: Catalogue): RecipeBook {
  const opened = (grants: readonly GrantRange[]): Gives => [...estimateOpening(catalogue, grants).expected]
  const crafts = Array.from(catalogue.craftRecipes.values(), (recipe) => ({
    recipe,
    gives: opened(craftGrants(recipe, 1)),
  }))
  const farms = Array.from(catalogue.factoryRecipes.values(), (recipe) => ({
    recipe,
    gives: opened(recipe.generatorIds.map((itemId) => unitsOf(itemId, 1))),
    slots: recipe.slots.map((options) =>
      options.map((option) => {
        const total = option.drops.reduce((sum, { weight }) => sum + weight, 0)
        return { option, gives: opened(option.drops.map(({ itemId, weight }) => unitsOf(itemId, weight / total))) }
      }),
    ),
  }))
  const harvests = Array.from(catalogue.harvestRecipes.values(), (recipe) => ({
    recipe,
    gives: opened(
      recipe.results.map(({ itemId, count, chancePercent }) => unitsOf(itemId, (count * chancePercent) / PERCENT)),
    ),
    slots: recipe.slots.map(({ items }) =>
      items.map((item) => ({ item, brokenGives: opened(item.onBreakResult.map((itemId) => unitsOf(itemId, 1))) })),
    ),
  }))
  return { crafts, farms, harvests }
}

function unitsOf(itemId: ItemId, expected: number): GrantRange {
  return { itemId, min: 0, expected, max: 1 }
}

/** Average value of a yield in coins. */
export function worthOf(gives: Gives, fairOf: FairOf): number {
  return gives.reduce((sum, [itemId, expected]) => sum + expected * fairOf(itemId), 0)
}

/** Value of ingredients in coins. */
export function costOf(takes: readonly ItemAmount[], fairOf: FairOf): number {
  return takes.reduce((sum, { itemId, count }) => sum + count * fairOf(itemId), 0)
}
