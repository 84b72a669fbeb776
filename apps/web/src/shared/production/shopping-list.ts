import type { CraftRecipe } from '@clutch/contract'
import { craftGrants, missingIngredients, type ItemAmount } from '@clutch/economy'
import { buildCostTree, isCheaperMade } from './cost-tree.ts'
import { stockIn, toCraftRule } from './recipe-rules.ts'

export interface ToBuy {
  readonly itemId: number
  readonly count: number
}

/** Runs of a recipe whose ingredients are there by then. */
export interface CraftStep {
  readonly recipe: CraftRecipe
  readonly runs: number
}

/** How to come by something: what to buy first, and what to make of it then, in this order. */
export interface ShoppingList {
  readonly toBuy: readonly ToBuy[]
  readonly steps: readonly CraftStep[]
}

/** What is missing of some needs, all of it bought. */
export function listMissing(needs: readonly ItemAmount[], stock: ReadonlyMap<number, number>): ShoppingList {
  const missing = missingIngredients(needs, stockIn(stock))
  return { toBuy: missing.map(({ itemId, have, need }) => ({ itemId, count: need - have })), steps: [] }
}

/** Chains of the field are a handful deep; this bounds what a strange pack could do. */
const DEPTH_MAX = 12

/**
 * All that runs of a recipe take, through the whole tree: from the stock first, and of the rest made what is cheaper made
 * and bought what is cheaper bought. What runs leave over serves the next; tools come back. Outputs that are drawn count
 * as their average.
 * @param stock what the player has of each item
 * @param recipesOf craft recipes that yield an item, in the game's order
 * @param priceOf coins for one when buying; 0 without an offer
 */
export function listShopping(
  recipe: CraftRecipe,
  runs: number,
  stock: ReadonlyMap<number, number>,
  recipesOf: (itemId: number) => readonly CraftRecipe[],
  priceOf: (itemId: number) => number,
): ShoppingList {
  const left = new Map(stock)
  const bought = new Map<number, number>()
  const steps: CraftStep[] = []
  gather(recipe, runs, new Set())
  return { toBuy: Array.from(bought, ([itemId, count]) => ({ itemId, count })), steps }

  /** Takes what runs of a recipe need out of the stock, buying and making what is not in it. */
  function gather({ ConsumableList, RemainList }: CraftRecipe, times: number, above: ReadonlySet<number>): void {
    for (const { TypeId, Count } of [...ConsumableList, ...RemainList]) obtain(TypeId, Count * times, above)
  }

  function obtain(itemId: number, wanted: number, above: ReadonlySet<number>): void {
    const there = left.get(itemId) ?? 0
    const rest = Math.max(0, wanted - there)
    left.set(itemId, there - (wanted - rest))
    if (rest === 0) return
    const node = buildCostTree(itemId, rest, recipesOf, priceOf)
    const canMake = above.size < DEPTH_MAX && !above.has(itemId)
    if (node.recipe === null || !canMake || !isCheaperMade(node)) add(bought, itemId, rest)
    else make(node.recipe, node.runs, itemId, rest, above)
  }

  function make(made: CraftRecipe, times: number, itemId: number, wanted: number, above: ReadonlySet<number>): void {
    gather(made, times, new Set(above).add(itemId))
    const last = steps.at(-1)
    if (last?.recipe === made && canRunAtOnce(made)) steps[steps.length - 1] = { recipe: made, runs: last.runs + times }
    else steps.push({ recipe: made, runs: times })
    for (const { TypeId, Count } of made.RemainList) add(left, TypeId, Count * times)
    for (const grant of craftGrants(toCraftRule(made), times)) {
      const average = Math.floor(grant.expected)
      add(left, grant.itemId, grant.itemId === itemId ? Math.max(0, average - wanted) : average)
    }
  }
}

/** Runs one after the other may share their tools, or use up what the first of them made; at once they may not. */
function canRunAtOnce({ RemainList, ConsumableList, OutputList }: CraftRecipe): boolean {
  const outputs = new Set(OutputList.map(({ TypeId }) => TypeId))
  return RemainList.length === 0 && !ConsumableList.some(({ TypeId }) => outputs.has(TypeId))
}

function add(counts: Map<number, number>, itemId: number, count: number): void {
  counts.set(itemId, (counts.get(itemId) ?? 0) + count)
}
