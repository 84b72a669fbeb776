import {
  craftGrants,
  maxCraftCount,
  type CraftRecipe,
  type ItemId,
  type Rng,
  type StartCraft,
  type StockOf,
} from '@clutch/economy'
import type { Trader } from './traders.ts'

/** What a trader looks at before crafting. */
export interface Workbench {
  readonly recipes: readonly CraftRecipe[]
  readonly stockOf: StockOf
  /** What the trader believes one is worth, in coins; nothing for what nobody trades. */
  readonly fairOf: (itemId: ItemId) => number
}

/** Recipes a trader thinks of before giving up. */
const IDEAS_MAX = 20
const RUNS_MAX = 25
/** A craft has to bring this much more than its ingredients would sell for. */
const GAIN_WANTED = 1.02

/** Crafts something that stock allows and that brings more than it takes, or nothing: made goods reach the market so. */
export function chooseCraft(trader: Trader, bench: Workbench, rng: Rng): StartCraft | undefined {
  if (bench.recipes.length === 0) return undefined
  for (let idea = 0; idea < IDEAS_MAX; idea += 1) {
    const recipe = bench.recipes[rng.below(bench.recipes.length)]
    if (recipe === undefined) return undefined
    const most = Math.min(RUNS_MAX, maxCraftCount(recipe, bench.stockOf))
    if (most < 1 || worthOf(recipe, bench) < GAIN_WANTED * costOf(recipe, bench)) continue
    return { type: 'start_craft', userId: trader.userId, recipeId: recipe.id, count: 1 + rng.below(most) }
  }
  return undefined
}

function worthOf(recipe: CraftRecipe, { fairOf }: Workbench): number {
  return craftGrants(recipe, 1).reduce((sum, { itemId, expected }) => sum + expected * fairOf(itemId), 0)
}

function costOf(recipe: CraftRecipe, { fairOf }: Workbench): number {
  return recipe.consumable.reduce((sum, { itemId, count }) => sum + count * fairOf(itemId), 0)
}
