import type { HarvestItem, HarvestSelection, ItemId, RecipeId, Rng, SetHarvest } from '@clutch/economy'
import { IDEAS_MAX, type Workbench } from './crafting-strategy.ts'
import { costOf, worthOf, type FairOf, type Gives } from './recipe-book.ts'
import type { Trader } from './traders.ts'

/** What a trader looks at before sending anybody out. */
export interface HarvestBench extends Workbench {
  /** What one usually costs. */
  readonly usualOf: FairOf
  /** Recipes that run by themselves. */
  readonly enabledRecipes: readonly RecipeId[]
  /** Of an item, free or out in runs. */
  readonly ownedOf: (itemId: ItemId) => number
}

/** Recipes one trader runs at once. */
const RECIPES_MAX = 2
const RUNS_MAX = 3
/** Nobody goes out for what sells for less than this share of what it usually does: the world is full of it. */
const WORTH_WANTED = 0.85

const PERCENT = 100

/** Sends out for something worth the trouble with the best tools at hand, or calls back who brings too little. */
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

/** A tool, light, bait or helper that is missing for a harvest worth the trouble. */
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

/** The best item at hand per slot; undefined when a slot has none or a run would cost more than it brings. */
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

/** What an item adds to a run, in coins: more loot, more runs in the same time, less what it uses up and what breaks. */
function gainOf(item: HarvestItem, brokenGives: Gives, worth: number, fairOf: FairOf): number {
  const broken = item.breakPercent / PERCENT
  const lost = broken * (item.count * fairOf(item.itemId) - worthOf(brokenGives, fairOf))
  return worth * (item.lootmoreCoef + item.speedCoef - 2) - costOf(item.requirements, fairOf) - lost
}
