import type { CraftRecipe } from '@clutch/contract'
import { missingIngredients, type ItemAmount } from '@clutch/economy'
import { buildCostTrees, isCheaperMade, type CostNode, type CostSources } from './cost-tree.ts'
import { stockIn } from './recipe-rules.ts'

export interface ToBuy {
  readonly itemId: number
  readonly count: number
}

/** Runs of a recipe whose ingredients are available by then. */
export interface CraftStep {
  readonly recipe: CraftRecipe
  readonly runs: number
}

/** How to get something: what to buy first, and what to craft then, in this order. */
export interface ShoppingList {
  readonly toBuy: readonly ToBuy[]
  readonly steps: readonly CraftStep[]
}

/** Missing items of some needs, all of them bought. */
export function listMissing(needs: readonly ItemAmount[], stock: ReadonlyMap<number, number>): ShoppingList {
  const missing = missingIngredients(needs, stockIn(stock))
  return { toBuy: missing.map(({ itemId, have, need }) => ({ itemId, count: need - have })), steps: [] }
}

/**
 * The shopping list for runs of a recipe, calculated like the cost tree: first from stock, the rest crafted or bought,
 * whichever costs less.
 * @param stock the player's items
 */
export function listShopping(
  recipe: CraftRecipe,
  runs: number,
  stock: ReadonlyMap<number, number>,
  sources: CostSources,
): ShoppingList {
  const bought = new Map<number, number>()
  const steps: CraftStep[] = []
  const needs = [...recipe.ConsumableList, ...recipe.RemainList]
  const wanted = needs.map(({ TypeId, Count }) => ({ itemId: TypeId, count: Count * runs }))
  for (const node of buildCostTrees(wanted, new Map(stock), sources)) collect(node)
  return { toBuy: Array.from(bought, ([itemId, count]) => ({ itemId, count })), steps }

  function collect(node: CostNode): void {
    const { itemId, lacking, recipe: made } = node
    if (lacking === 0) return
    if (made === null || !isCheaperMade(node)) {
      bought.set(itemId, (bought.get(itemId) ?? 0) + lacking)
      return
    }
    for (const part of [...node.parts, ...node.tools]) collect(part)
    const last = steps.at(-1)
    if (last?.recipe === made && canRunAtOnce(made))
      steps[steps.length - 1] = { recipe: made, runs: last.runs + node.runs }
    else steps.push({ recipe: made, runs: node.runs })
  }
}

/** Sequential runs can share tools or consume what earlier ones made; concurrent runs cannot. */
function canRunAtOnce({ RemainList, ConsumableList, OutputList }: CraftRecipe): boolean {
  const outputs = new Set(OutputList.map(({ TypeId }) => TypeId))
  return RemainList.length === 0 && !ConsumableList.some(({ TypeId }) => outputs.has(TypeId))
}
