import type { CraftRecipe, ItemDefinition } from '@clutch/contract'
import { maxCraftCount } from '@clutch/economy'
import { createSearch } from '#shared/catalogue/search.ts'
import { stockIn, toCraftRule } from '#shared/production/recipe-rules.ts'
import type { Valuation } from '#shared/production/valuation.ts'

export const ALL_GROUPS = 'all'
export const FAVORITES_GROUP = 'favorites'

export const RECIPE_SORTS = ['game', 'profit', 'profit_per_hour'] as const
export type RecipeSort = (typeof RECIPE_SORTS)[number]

export interface RecipeView {
  /** A craft group's id, or one of the two above. */
  readonly group: string
  readonly query: string
  readonly hidesUnavailable: boolean
  readonly sort: RecipeSort
}

export interface RecipeContext {
  readonly byId: ReadonlyMap<number, ItemDefinition>
  readonly inventory: ReadonlyMap<number, number>
  readonly favorites: ReadonlySet<number>
  readonly valueOf: (recipe: CraftRecipe) => Valuation
}

/** Matching recipes in order. The search covers a recipe's item and its yields. */
export function listRecipes(
  recipes: readonly CraftRecipe[],
  view: RecipeView,
  context: RecipeContext,
): readonly CraftRecipe[] {
  const matches = createSearch(view.query)
  const isFound = (itemId: number) => {
    const item = context.byId.get(itemId)
    return item === undefined ? view.query.trim() === '' : matches(item)
  }
  const stockOf = stockIn(context.inventory)
  const listed = recipes.filter(
    (recipe) =>
      isInGroup(recipe, view.group, context.favorites) &&
      (isFound(recipe.ItemForVision) || recipe.OutputList.some(({ TypeId }) => isFound(TypeId))) &&
      (!view.hidesUnavailable || maxCraftCount(toCraftRule(recipe), stockOf) > 0),
  )
  return view.sort === 'game' ? listed : sortByProfit(listed, view.sort, context.valueOf)
}

function isInGroup(recipe: CraftRecipe, group: string, favorites: ReadonlySet<number>): boolean {
  if (group === ALL_GROUPS) return true
  return group === FAVORITES_GROUP ? favorites.has(recipe.TypeId) : recipe.CraftGroup === group
}

/** Most profitable first; recipes without a price last. */
function sortByProfit(
  recipes: readonly CraftRecipe[],
  sort: Exclude<RecipeSort, 'game'>,
  valueOf: RecipeContext['valueOf'],
): readonly CraftRecipe[] {
  return recipes
    .map((recipe) => ({ recipe, gains: gainsOf(valueOf(recipe), sort) }))
    .toSorted(
      ({ gains: one }, { gains: other }) => compare(other.first, one.first) || compare(other.second, one.second),
    )
    .map(({ recipe }) => recipe)
}

/**
 * Sort keys of a recipe. An instant profit ranks above all hourly profits, by amount. An instant loss counts as that of
 * one run: it is not repeated for an hour, so it is no worse than the largest hourly loss.
 */
function gainsOf({ profit, profitPerHour }: Valuation, sort: Exclude<RecipeSort, 'game'>) {
  if (profit === null) return { first: Number.NEGATIVE_INFINITY, second: Number.NEGATIVE_INFINITY }
  if (sort === 'profit') return { first: profit, second: 0 }
  return { first: profitPerHour ?? (profit > 0 ? Number.POSITIVE_INFINITY : profit), second: profit }
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one - other
}
