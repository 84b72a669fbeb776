import type { CraftRecipe } from '@clutch/contract'
import { craftGrants } from '@clutch/economy'
import { toCraftRule } from './recipe-rules.ts'

/** One item of the tree: its costs when bought and when crafted, and its ingredients. */
export interface CostNode {
  readonly itemId: number
  /** Items needed. */
  readonly count: number
  /** How many of them are neither in stock nor surplus of earlier runs; the costs are for these. */
  readonly lacking: number
  /** Coins when bought; null if the market has none. */
  readonly buyCost: number | null
  /** Coins when crafted from the cheapest ingredients; null if it cannot be crafted or an ingredient has no price. */
  readonly craftCost: number | null
  readonly recipe: CraftRecipe | null
  /** Whole runs of the recipe that cover what is lacking; 0 for a raw item. */
  readonly runs: number
  /** Consumed ingredients; empty for a raw item. */
  readonly parts: readonly CostNode[]
  /** Ingredients that are returned; they do not count as cost. */
  readonly tools: readonly CostNode[]
}

/** What a tree is built from. */
export interface CostSources {
  /** Craft recipes that yield an item, in the game's order. */
  readonly recipesOf: (itemId: number) => readonly CraftRecipe[]
  /** Coins per item when buying; 0 without an offer. */
  readonly priceOf: (itemId: number) => number
}

/** Recipe chains are a handful deep; this bounds unusual packs. */
const DEPTH_MAX = 12
/** Tolerance for quotients of averages that should be integers. */
const ROUNDING = 1e-9

type Stock = Map<number, number>

/**
 * The cheapest way to each of the needs, down to raw items: first from stock, the rest bought or crafted, whichever
 * costs less. Surplus of runs serves later needs. Random outputs count as their average.
 * @param stock items by id; reduced by what the needs use, increased by surplus
 */
export function buildCostTrees(
  needs: readonly { readonly itemId: number; readonly count: number }[],
  stock: Stock,
  { recipesOf, priceOf }: CostSources,
): readonly CostNode[] {
  return needs.map(({ itemId, count }) => obtain(itemId, count, stock, new Set()))

  function obtain(itemId: number, count: number, left: Stock, above: ReadonlySet<number>): CostNode {
    const lacking = Math.max(0, count - (left.get(itemId) ?? 0))
    add(left, itemId, lacking - count)
    const price = priceOf(itemId)
    const raw = { recipe: null, runs: 0, craftCost: null, parts: [], tools: [] }
    const bought: CostNode = {
      itemId,
      count,
      lacking,
      buyCost: lacking > 0 && price === 0 ? null : price * lacking,
      ...raw,
    }
    if (lacking === 0 || above.size === DEPTH_MAX || above.has(itemId)) return bought
    const path = new Set(above).add(itemId)
    let best: { readonly node: CostNode; readonly left: Stock } | undefined
    for (const recipe of recipesOf(itemId)) {
      const output = craftGrants(toCraftRule(recipe), 1).find((grant) => grant.itemId === itemId)
      if (output === undefined || output.expected === 0) continue
      const runs = Math.ceil(lacking / output.expected - ROUNDING)
      const after = new Map(left)
      const take = ({ TypeId, Count }: { TypeId: number; Count: number }) => obtain(TypeId, Count * runs, after, path)
      const parts = recipe.ConsumableList.map(take)
      const tools = recipe.RemainList.map(take)
      leaveOver(recipe, runs, itemId, lacking, after)
      const node: CostNode = { ...bought, craftCost: sumBest(parts), recipe, runs, parts, tools }
      if (best === undefined || isCheaper(node.craftCost, best.node.craftCost)) best = { node, left: after }
    }
    if (best === undefined) return bought
    if (isCheaperMade(best.node)) for (const [id, amount] of best.left) left.set(id, amount)
    return best.node
  }
}

/** Coins by the cheaper way; null if there is none. */
export function bestCost({ buyCost, craftCost }: CostNode): number | null {
  if (buyCost === null || craftCost === null) return buyCost ?? craftCost
  return Math.min(buyCost, craftCost)
}

/** Whether crafting costs less than buying, or buying is impossible. */
export function isCheaperMade({ buyCost, craftCost }: CostNode): boolean {
  return craftCost !== null && (buyCost === null || craftCost < buyCost)
}

/** Coins for all trees; null if one of them has no price. */
export function sumBest(nodes: readonly CostNode[]): number | null {
  let sum = 0
  for (const node of nodes) {
    const cost = bestCost(node)
    if (cost === null) return null
    sum += cost
  }
  return sum
}

/** Adds what runs return and what they yield beyond the wanted items. */
function leaveOver(recipe: CraftRecipe, runs: number, wantedId: number, wanted: number, left: Stock): void {
  for (const { TypeId, Count } of recipe.RemainList) add(left, TypeId, Count * runs)
  for (const { itemId, expected } of craftGrants(toCraftRule(recipe), runs)) {
    const average = Math.floor(expected + ROUNDING)
    add(left, itemId, itemId === wantedId ? Math.max(0, average - wanted) : average)
  }
}

function add(stock: Stock, itemId: number, count: number): void {
  stock.set(itemId, (stock.get(itemId) ?? 0) + count)
}

function isCheaper(one: number | null, other: number | null): boolean {
  return one !== null && (other === null || one < other)
}
