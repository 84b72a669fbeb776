import type { CraftRecipe } from '@clutch/contract'
import type { Valuation } from '#shared/production/valuation.ts'

/** Entries of the list. */
const BEST_MAX = 5

export interface CraftIdea {
  readonly recipe: CraftRecipe
  readonly profit: number
}

/**
 * The recipes that gain most per run at today's prices, one for each item; those that lose, or have something without a
 * price, are out.
 */
export function findBestCrafts(
  recipes: readonly CraftRecipe[],
  valueOf: (recipe: CraftRecipe) => Valuation,
): readonly CraftIdea[] {
  return recipes
    .map((recipe) => ({ recipe, profit: valueOf(recipe).profit ?? 0 }))
    .filter(({ profit }) => profit > 0)
    .toSorted((a, b) => b.profit - a.profit)
    .filter(
      ({ recipe }, index, ideas) =>
        index === ideas.findIndex((idea) => idea.recipe.ItemForVision === recipe.ItemForVision),
    )
    .slice(0, BEST_MAX)
}
