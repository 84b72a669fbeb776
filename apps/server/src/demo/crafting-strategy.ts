import {
  craftNeeds,
  maxCraftCount,
  missingIngredients,
  type ItemId,
  type Rng,
  type StartCraft,
  type StockOf,
} from '@clutch/economy'
import { costOf, worthOf, type FairOf, type RecipeBook } from './recipe-book.ts'
import type { Trader } from './traders.ts'

/** A trader's view for production decisions. */
export interface Workbench {
  readonly book: RecipeBook
  readonly stockOf: StockOf
  readonly fairOf: FairOf
}

/** Maximum recipes considered. */
export const IDEAS_MAX = 20
/** Feasible recipes among which the best is chosen. */
const COMPARED_MAX = 3
const RUNS_MAX = 25
/** Minimum ratio of the product's value to the ingredients' value. */
export const GAIN_WANTED = 1.02

/** Chooses a profitable craft that the stock allows, if any. This is how crafted goods reach the market. */
export function chooseCraft(trader: Trader, bench: Workbench, rng: Rng): StartCraft | undefined {
  return chooseBest(rng, bench.book.crafts, (entry) => {
    const most = Math.min(RUNS_MAX, maxCraftCount(entry.recipe, bench.stockOf))
    if (most < 1) return undefined
    const gain = gainOf(entry, bench)
    if (gain < GAIN_WANTED) return undefined
    const { id: recipeId } = entry.recipe
    return {
      gain,
      command: () => ({ type: 'start_craft', userId: trader.userId, recipeId, count: 1 + rng.below(most) }),
    }
  })
}

/** A feasible production and the ratio of its yield to its cost. */
interface Idea<Made> {
  readonly gain: number
  readonly command: () => Made
}

/** Draws recipes until a few are feasible, and chooses the best of these. */
export function chooseBest<Entry, Made>(
  rng: Rng,
  entries: readonly Entry[],
  judge: (entry: Entry) => Idea<Made> | undefined,
): Made | undefined {
  let best: Idea<Made> | undefined
  let found = 0
  for (let idea = 0; idea < IDEAS_MAX && found < COMPARED_MAX; idea += 1) {
    const entry = entries[rng.below(Math.max(1, entries.length))]
    const judged = entry === undefined ? undefined : judge(entry)
    if (judged === undefined) continue
    found += 1
    if (best === undefined || judged.gain > best.gain) best = judged
  }
  return best?.command()
}

/** A missing ingredient or tool of a profitable craft. */
export function chooseIngredient(bench: Workbench, rng: Rng): ItemId | undefined {
  const { crafts } = bench.book
  for (let idea = 0; idea < IDEAS_MAX && crafts.length > 0; idea += 1) {
    const entry = crafts[rng.below(crafts.length)]
    if (entry === undefined || gainOf(entry, bench) < GAIN_WANTED) continue
    const missing = missingIngredients(craftNeeds(entry.recipe, 1), bench.stockOf)
    if (missing.length > 0) return missing[rng.below(missing.length)]?.itemId
  }
  return undefined
}

function gainOf({ recipe, gives }: RecipeBook['crafts'][number], { fairOf }: Workbench): number {
  return worthOf(gives, fairOf) / Math.max(1, costOf(recipe.consumable, fairOf))
}
