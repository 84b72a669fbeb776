import type { CraftRecipe } from '@clutch/contract'
import { craftGrants } from '@clutch/economy'
import { toCraftRule } from './recipe-rules.ts'

/** One item of the tree: what it costs to buy, what it costs to make, and what it is made of. */
export interface CostNode {
  readonly itemId: number
  /** Items needed, for whole runs. */
  readonly count: number
  /** Coins for all of `count`; null when the market has none. */
  readonly buyCost: number | null
  /** Coins when made from the cheapest of what it takes; null when nobody can make it, or not from what has a price. */
  readonly craftCost: number | null
  readonly recipe: CraftRecipe | null
  /** Whole runs of the recipe that make `count`; 0 for a raw item. */
  readonly runs: number
  /** What a craft consumes; empty for a raw item. */
  readonly parts: readonly CostNode[]
}

/** Chains of the field are a handful deep; this bounds what a strange pack could do. */
const DEPTH_MAX = 12
/** A quotient of averages may miss a whole number by so much. */
const ROUNDING = 1e-9

/**
 * The cheapest way to an item, down to what nobody crafts. Kept tools cost nothing: they come back.
 * @param recipesOf craft recipes that yield an item, in the game's order
 * @param priceOf coins for one when buying; 0 without an offer
 */
export function buildCostTree(
  itemId: number,
  count: number,
  recipesOf: (itemId: number) => readonly CraftRecipe[],
  priceOf: (itemId: number) => number,
): CostNode {
  return costOf(itemId, count, new Set(), 0)

  function costOf(id: number, wanted: number, above: ReadonlySet<number>, depth: number): CostNode {
    const price = priceOf(id)
    const bought = { itemId: id, count: wanted, buyCost: price === 0 ? null : price * wanted }
    const ways = depth === DEPTH_MAX || above.has(id) ? [] : recipesOf(id)
    const path = new Set(above).add(id)
    let best: CostNode | undefined
    for (const recipe of ways) {
      const output = craftGrants(toCraftRule(recipe), 1).find(({ itemId }) => itemId === id)
      if (output === undefined || output.expected === 0) continue
      // Nobody makes a part of a run: what is over stays in the stock.
      const runs = Math.ceil(wanted / output.expected - ROUNDING)
      const parts = recipe.ConsumableList.map(({ TypeId, Count }) => costOf(TypeId, Count * runs, path, depth + 1))
      const node: CostNode = { ...bought, craftCost: sumBest(parts), recipe, runs, parts }
      if (best === undefined || isCheaper(node.craftCost, best.craftCost)) best = node
    }
    return best ?? { ...bought, craftCost: null, recipe: null, runs: 0, parts: [] }
  }
}

/** Coins by the cheaper way; null when there is none. */
export function bestCost({ buyCost, craftCost }: CostNode): number | null {
  if (buyCost === null || craftCost === null) return buyCost ?? craftCost
  return Math.min(buyCost, craftCost)
}

/** Whether making it costs less than buying it, or nobody sells it. */
export function isCheaperMade({ buyCost, craftCost }: CostNode): boolean {
  return craftCost !== null && (buyCost === null || craftCost < buyCost)
}

function sumBest(parts: readonly CostNode[]): number | null {
  let sum = 0
  for (const part of parts) {
    const cost = bestCost(part)
    if (cost === null) return null
    sum += cost
  }
  return sum
}

function isCheaper(one: number | null, other: number | null): boolean {
  return one !== null && (other === null || one < other)
}
