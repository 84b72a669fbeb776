import type { HarvestItem, HarvestSelection, ItemId, RecipeId, Rng, SetHarvest } from '@clutch/economy'
import { IDEAS_MAX, type Workbench } from './crafting-strategy.ts'
import { costOf, worthOf, type FairOf, type Gives } from './recipe-book.ts'
import type { Trader } from './traders.ts'

/** A trader's view for harvest decisions. */
export interface HarvestBench extends Workbench {
  /** Reference price of one. */
  readonly usualOf: FairOf
  /** Recipes that restart automatically. */
  readonly enabledRecipes: readonly RecipeId[]
  /** Units of an item, free or in runs. */
  readonly ownedOf: (itemId: ItemId) => number
}

/** Maximum recipes that a trader runs concurrently. */
const RECIPES_MAX = 2
const RUNS_MAX = 3
/** Minimum ratio of the loot's current value to its usual value; below it, the loot is in oversupply. */
const WORTH_WANTED = 0.85

const PERCENT = 100

/** Enables a profitable harvest with the best available tools, or disables one that yields too little. */
export function chooseHarvest(trader: Trader, bench: HarvestBench, rng: Rng): SetHarvest | undefined {
  const { book, enabledRecipes } = bench
  const { userId } = trader
  if (enabledRecipes.length >= RECIPES_MAX) {
    const recipeId = enabledRecipes[rng.below(enabledRecipes.length)]
    const entry = book.harvests.find(({ recipe }) => recipe.id === recipeId)
    const slots = entry === undefined ? undefined : chooseTools(entry, bench)
    if (recipeId === undefined || slots !== undefined) return undefined
    return { type: 'set_harvest', userId, recipeId, enabled: false, maxParallel: RUNS_MAX, slots: [] }
  }
  for (let idea = 0; idea < IDEAS_MAX && idea < book.harvests.length; idea += 1) {
    const entry = book.harvests[rng.below(book.harvests.length)]
    if (entry === undefined || enabledRecipes.includes(entry.recipe.id)) continue
    const slots = chooseTools(entry, bench)
    if (slots === undefined) continue
    return { type: 'set_harvest', userId, recipeId: entry.recipe.id, enabled: true, maxParallel: RUNS_MAX, slots }
  }
  return undefined
}

/** A missing tool, light, bait or helper of a profitable harvest. */
export function chooseTool(bench: HarvestBench, rng: Rng): ItemId | undefined {
  const { book } = bench
  for (let idea = 0; idea < IDEAS_MAX && idea < book.harvests.length; idea += 1) {
    const entry = book.harvests[rng.below(book.harvests.length)]
    if (entry === undefined || !isWanted(entry.gives, bench)) continue
    const bare = entry.slots.find((items) => items.every(({ item }) => !isAtHand(item, bench)))
    const { item } = bare?.[rng.below(bare.length)] ?? {}
    if (item === undefined) continue
    const missing = item.requirements.find(({ itemId, count }) => bench.ownedOf(itemId) < count)
    return missing?.itemId ?? item.itemId
  }
  return undefined
}

type Entry = Workbench['book']['harvests'][number]

/** The best available item per slot; undefined if a slot has none or a run would make a loss. */
function chooseTools({ gives, slots }: Entry, bench: HarvestBench): HarvestSelection[][] | undefined {
  if (!isWanted(gives, bench)) return undefined
  const worth = worthOf(gives, bench.fairOf)
  let gain = worth
  const selections: HarvestSelection[][] = []
  for (const items of slots) {
    const ranked = items
      .filter(({ item }) => isAtHand(item, bench))
      .map(({ item, brokenGives }) => ({ item, gain: gainOf(item, brokenGives, worth, bench.fairOf) }))
      .toSorted((a, b) => b.gain - a.gain)
    const best = ranked[0]
    if (best === undefined) return undefined
    gain += best.gain
    selections.push([{ itemId: best.item.itemId, limit: 0, priority: 0, max: 0 }])
  }
  return gain > 0 ? selections : undefined
}

function isWanted(gives: Gives, { fairOf, usualOf }: HarvestBench): boolean {
  return worthOf(gives, fairOf) >= WORTH_WANTED * worthOf(gives, usualOf)
}

function isAtHand({ itemId, count, requirements }: HarvestItem, { ownedOf }: HarvestBench): boolean {
  return ownedOf(itemId) >= count && requirements.every((need) => ownedOf(need.itemId) >= need.count)
}

/** Net gain of an item per run in coins: more loot and more runs in the same time, minus consumption and breakage. */
function gainOf(item: HarvestItem, brokenGives: Gives, worth: number, fairOf: FairOf): number {
  const broken = item.breakPercent / PERCENT
  const lost = broken * (item.count * fairOf(item.itemId) - worthOf(brokenGives, fairOf))
  return worth * (item.lootmoreCoef + item.speedCoef - 2) - costOf(item.requirements, fairOf) - lost
}
