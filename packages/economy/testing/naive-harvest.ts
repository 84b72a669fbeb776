import type { HarvestItem, HarvestRecipe } from '../src/areas/harvest/recipe.ts'
import type { SetHarvest } from '../src/areas/harvest/settings.ts'
import type { Catalogue } from '../src/core/catalogue.ts'
import type { Amount, Luck, NaiveStock } from './naive-stock.ts'

const MILLION = 1_000_000n

/** A single run of a recipe. */
export interface NaiveRun {
  readonly recipeId: number
  readonly items: readonly Amount[]
  readonly startMs: number
  readonly endMs: number
}

/** A player's harvest by rules §6, one run at a time. */
export class NaiveHarvest {
  runs: NaiveRun[] = []
  readonly settings = new Map<number, SetHarvest>()
  readonly experience = new Map<string, number>()
  readonly #catalogue: Catalogue
  readonly #stock: NaiveStock

  constructor(catalogue: Catalogue, stock: NaiveStock) {
    this.#catalogue = catalogue
    this.#stock = stock
  }

  set(command: SetHarvest): string {
    const recipe = this.#recipe(command.recipeId)
    if (recipe === undefined) return 'recipe_not_found'
    if (!isCount(command.maxParallel, 10_000)) return 'invalid_count'
    for (const [slot, selections] of command.slots.entries()) {
      const items = recipe.slots[slot]?.items ?? []
      for (const [index, { itemId, limit, max, priority }] of selections.entries()) {
        const isRepeated = selections.slice(0, index).some((other) => other.itemId === itemId)
        if (isRepeated || !items.some((item) => item.itemId === itemId)) return 'option_not_available'
        if (!isCount(limit) || !isCount(max) || !isCount(priority, 9)) return 'invalid_count'
      }
    }
    const isIncomplete = recipe.slots.some((_, slot) => (command.slots[slot] ?? []).length === 0)
    if (command.slots.length > recipe.slots.length || (command.enabled && isIncomplete)) return 'options_missing'
    this.settings.set(command.recipeId, command)
    return 'ok'
  }

  /** Starts runs while enabled, below max_parallel, and while the stock allows. */
  startRuns(nowMs: number): void {
    const enabled = [...this.settings.values()].filter((settings) => settings.enabled)
    for (const settings of enabled.toSorted((a, b) => a.recipeId - b.recipeId)) {
      const recipe = this.#recipe(settings.recipeId)
      if (recipe === undefined) continue
      while (this.#startRun(recipe, settings, nowMs)) continue
    }
  }

  /** Ends every run due at this time. */
  endRuns(nowMs: number, luck: Luck): void {
    const ended = this.runs.filter(({ endMs }) => endMs === nowMs)
    this.runs = this.runs.filter(({ endMs }) => endMs !== nowMs)
    for (const run of ended) this.#endRun(run, luck)
  }

  #recipe(recipeId: number): HarvestRecipe | undefined {
    return [...this.#catalogue.harvestRecipes.values()].find(({ id }) => id === recipeId)
  }

  #startRun(recipe: HarvestRecipe, settings: SetHarvest, nowMs: number): boolean {
    const running = this.runs.filter(({ recipeId }) => recipeId === recipe.id)
    if (running.length >= (settings.maxParallel === 0 ? 10_000 : settings.maxParallel)) return false
    const left = new Map(this.#stock.free)
    const limits: Amount[] = []
    const chosen: HarvestItem[] = []
    for (const [slot, { items }] of recipe.slots.entries()) {
      const wanted = (settings.slots[slot] ?? []).toSorted((a, b) => b.priority - a.priority || a.itemId - b.itemId)
      const found = wanted.find(({ itemId, limit, max }) => {
        const item = items.find((each) => each.itemId === itemId)
        if (item === undefined) return false
        const inRuns = running.flatMap((run) => run.items).filter((each) => each.itemId === itemId)
        if (max > 0 && inRuns.reduce((sum, { count }) => sum + count, 0) >= max) return false
        const after = new Map(left)
        for (const take of takesOf(item)) after.set(take.itemId, (after.get(take.itemId) ?? 0) - take.count)
        const kept = [...limits, { itemId, count: limit }]
        if ([...after.values()].some((count) => count < 0)) return false
        if (kept.some((each) => (after.get(each.itemId) ?? 0) < each.count)) return false
        limits.push({ itemId, count: limit })
        chosen.push(item)
        for (const [taken, count] of after) left.set(taken, count)
        return true
      })
      if (found === undefined) return false
    }
    for (const { itemId, count, requirements } of chosen) {
      this.#stock.hold({ itemId, count })
      for (const required of requirements) this.#stock.give(required.itemId, -required.count)
    }
    const items = chosen.map(({ itemId, count }) => ({ itemId, count }))
    this.runs.push({ recipeId: recipe.id, items, startMs: nowMs, endMs: nowMs + durationMs(recipe, chosen) })
    return true
  }

  #endRun(run: NaiveRun, luck: Luck): void {
    const recipe = this.#recipe(run.recipeId)
    const items = run.items.map(({ itemId }, slot) => recipe?.slots[slot]?.items.find((item) => item.itemId === itemId))
    const chosen = items.filter((item) => item !== undefined)
    const loot = atLeast((MILLION * 4n) / 10n, sumOf(chosen.map(({ lootmoreCoef }) => lootmoreCoef)))
    for (const { itemId, count, chancePercent } of recipe?.results ?? []) {
      const chance = toMillionths(chancePercent)
      const hundred = 100n * MILLION
      const units = chance / hundred + (chance % hundred > 0n && luck === 'always' ? 1n : 0n)
      const worth = BigInt(count) * loot
      const each = worth / MILLION + (worth % MILLION > 0n && luck === 'always' ? 1n : 0n)
      this.#grant(itemId, Number(units * each), luck)
    }
    for (const [slot, held] of run.items.entries()) this.#returnItem(run.recipeId, held, items[slot], luck)
  }

  #returnItem(recipeId: number, held: Amount, item: HarvestItem | undefined, luck: Luck): void {
    if (item !== undefined && (item.breakPercent >= 100 || (item.breakPercent > 0 && luck === 'always'))) {
      this.#stock.loseHeld(held)
      for (const granted of item.onBreakResult) this.#grant(granted, 1, luck)
      return
    }
    this.#stock.release(held)
    if (item === undefined || item.expForUp === 0) return
    const key = `${recipeId}/${item.itemId}`
    const experience = (this.experience.get(key) ?? 0) + 1
    this.experience.set(key, experience >= item.expForUp ? 0 : experience)
    if (experience < item.expForUp || item.resultAfterUp === undefined) return
    this.#stock.give(held.itemId, -held.count)
    this.#stock.give(item.resultAfterUp, held.count)
  }

  #grant(itemId: number, count: number, luck: Luck): void {
    for (let unit = 0; unit < count; unit += 1) this.#stock.grantOne(this.#catalogue, itemId, luck)
  }
}

function takesOf({ itemId, count, requirements }: HarvestItem): Amount[] {
  return [{ itemId, count }, ...requirements]
}

/** duration_hour × 3600 / speed in seconds, to the millisecond; at least one second. */
function durationMs({ durationHour }: HarvestRecipe, chosen: readonly HarvestItem[]): number {
  const speed = atLeast(MILLION / 10n, sumOf(chosen.map(({ speedCoef }) => speedCoef)))
  const seconds = BigInt(Math.round(durationHour * 3_600))
  const rounded = (2n * seconds * 1_000n * MILLION + speed) / (2n * speed)
  return Math.max(1_000, Number(rounded))
}

/** 1 + Σ(coefficient − 1), in millionths. */
function sumOf(coefficients: readonly number[]): bigint {
  return coefficients.reduce((sum, coefficient) => sum + toMillionths(coefficient) - MILLION, MILLION)
}

function toMillionths(value: number): bigint {
  return BigInt(Math.round(value * Number(MILLION)))
}

function atLeast(min: bigint, value: bigint): bigint {
  return value < min ? min : value
}

function isCount(value: number, max = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= max
}
