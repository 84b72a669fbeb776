import { NOTHING_BUNDLE_ID } from '../limits.ts'
import type { ContentPack, FactoryRecipe, HarvestItem, HarvestRecipe, ItemCount } from '../pack.ts'

/** Asset id of coins; item ids start at 1. */
export const COINS_ASSET = 0

/** An item, coins, or a recipe slot: each run opens one and each chosen option fills one. */
export type Asset = number | `${string} slot ${number}`

/** A repeatable action with the average change of one run. */
export interface Process {
  /** Its place in the pack, such as `craft.json, recipe 101`. */
  readonly place: string
  readonly change: ReadonlyMap<Asset, number>
  /** Whether it may create items: harvests are limited by time and items in use. */
  readonly mayCreateItems: boolean
}

const PERCENT = 100
/** The minimum loot multiplier (rules §6). */
const LOOT_MIN = 0.4

/** Everything players can do with a pack's items, including openings, as additive changes. */
export function listProcesses(pack: ContentPack): Process[] {
  return [
    ...pack.craftRecipes.map((recipe) => {
      const change = new Change(pack)
      change.take(recipe.consumableList)
      for (const { itemId, minCount, maxCount } of recipe.outputList) change.grant(itemId, (minCount + maxCount) / 2)
      return { place: `craft.json, recipe ${recipe.id}`, change: change.byAsset, mayCreateItems: false }
    }),
    ...pack.factoryRecipes.flatMap((recipe) => factoryProcesses(pack, recipe)),
    ...pack.harvestRecipes.flatMap((recipe) => harvestProcesses(pack, recipe)),
    ...pack.rentableItems.flatMap(({ itemId, shopItems }) =>
      shopItems.map((sold) => {
        const change = new Change(pack)
        change.add(COINS_ASSET, -sold.priceCoins)
        change.grant(sold.itemId, 1)
        return { place: `rent.json, rentable item ${itemId}`, change: change.byAsset, mayCreateItems: false }
      }),
    ),
    ...rouletteProcesses(pack),
  ]
}

function factoryProcesses(pack: ContentPack, recipe: FactoryRecipe): Process[] {
  const place = `factory.json, recipe ${recipe.id}`
  const run = new Change(pack)
  run.take(recipe.requiredList)
  for (const id of recipe.timerResultIds) run.grant(id, 1)
  const options = recipe.optionalList.flatMap((slot, index) => {
    run.add(`${place} slot ${index}`, -1)
    return slot.options.map((option) => {
      const change = new Change(pack)
      change.add(`${place} slot ${index}`, 1)
      change.add(option.itemId, -1)
      const total = option.possibleDropList.reduce((sum, { weight }) => sum + weight, 0)
      for (const { itemId, weight } of option.possibleDropList) change.grant(itemId, weight / total)
      return { place, change: change.byAsset, mayCreateItems: false }
    })
  })
  return [{ place, change: run.byAsset, mayCreateItems: false }, ...options]
}

/**
 * Loot of chosen items is additive (rules §6): a run yields that of the poorest choice, and better options add the
 * rest.
 */
function harvestProcesses(pack: ContentPack, recipe: HarvestRecipe): Process[] {
  const place = `harvest.json, recipe ${recipe.id}`
  const grantResults = (change: Change, loot: number) => {
    for (const { itemId, count, chancePercent } of recipe.result) {
      change.grant(itemId, (count * loot * chancePercent) / PERCENT)
    }
  }
  const poorest = recipe.itemsSlots.map((slot) => Math.min(...slot.availableItems.map((item) => item.lootmoreCoef)))
  const run = new Change(pack)
  grantResults(run, Math.max(LOOT_MIN, 1 + poorest.reduce((sum, coefficient) => sum + coefficient - 1, 0)))
  const choices = recipe.itemsSlots.flatMap((slot, index) => {
    run.add(`${place} slot ${index}`, -1)
    return slot.availableItems.map((item) => {
      const change = new Change(pack)
      change.add(`${place} slot ${index}`, 1)
      change.take(item.requirements)
      grantResults(change, item.lootmoreCoef - (poorest[index] ?? 1))
      wearOut(change, item)
      return { place, change: change.byAsset, mayCreateItems: true }
    })
  })
  return [{ place, change: run.byAsset, mayCreateItems: true }, ...choices]
}

/** Some of the items break, and some of the returned ones are upgraded. */
function wearOut(change: Change, item: HarvestItem): void {
  const breaks = Math.min(1, item.breakPercent / PERCENT)
  change.add(item.itemId, -item.count * breaks)
  for (const id of item.onBreakResult) change.grant(id, breaks)
  if (item.expForUp === 0 || item.resultAfterUp === null) return
  const goesUp = (item.count * (1 - breaks)) / item.expForUp
  change.add(item.itemId, -goesUp)
  change.grant(item.resultAfterUp, goesUp)
}

function rouletteProcesses(pack: ContentPack): Process[] {
  const { roulette } = pack
  if (roulette === null) return []
  const change = new Change(pack)
  if (roulette.cost.kind === 'coins') change.add(COINS_ASSET, -roulette.cost.coins)
  else change.take([roulette.cost])
  const total = roulette.prizes.reduce((sum, { weight }) => sum + weight, 0)
  for (const prize of roulette.prizes) {
    if (prize.kind === 'coins') change.add(COINS_ASSET, (prize.coins * prize.weight) / total)
    else change.grant(prize.itemId, (prize.count * prize.weight) / total)
  }
  return [{ place: 'roulette.json', change: change.byAsset, mayCreateItems: false }]
}

/** The change of one run; granted bundles and generators are opened down to plain items. */
class Change {
  readonly byAsset = new Map<Asset, number>()
  readonly #pack: ContentPack

  constructor(pack: ContentPack) {
    this.#pack = pack
  }

  add(asset: Asset, amount: number): void {
    this.byAsset.set(asset, (this.byAsset.get(asset) ?? 0) + amount)
  }

  take(items: readonly ItemCount[]): void {
    for (const { itemId, count } of items) this.add(itemId, -count)
  }

  /** Openings have no cycles: the loader rejects them. */
  grant(itemId: number, amount: number): void {
    if (itemId === NOTHING_BUNDLE_ID) return
    const item = this.#pack.itemById.get(itemId)
    if (item === undefined || item.bundle.length === 0) return this.add(itemId, amount)
    const whole = item.type === 'generator' ? item.bundle.reduce((sum, { count }) => sum + count, 0) : 1
    for (const entry of item.bundle) this.grant(entry.itemId, (amount * entry.count) / whole)
  }
}
