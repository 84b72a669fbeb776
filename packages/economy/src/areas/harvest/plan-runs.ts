import type { StockOf } from '../../core/item-amounts.ts'
import type { ItemId } from '../../core/numbers.ts'
import type { HarvestItem, HarvestRecipe } from './recipe.ts'
import { addTakes } from './multipliers.ts'
import { PARALLEL_MAX, type HarvestSelection, type HarvestSettings } from './settings.ts'

/** The runs of a recipe in progress. */
export interface RunsInProgress {
  readonly activeCount: number
  readonly itemsInRuns: ReadonlyMap<ItemId, number>
}

/** Runs that can start now with the same items. */
export interface RunPlan {
  /** Per slot. */
  readonly chosen: readonly HarvestItem[]
  /** Items that one run takes. */
  readonly takes: ReadonlyMap<ItemId, number>
  readonly count: number
}

/**
 * Chooses per slot the available item of the highest priority, then of the lower id, below its maximum in use, and
 * counts how many runs can start with exactly these items (rules §6). Counting is exact: stock only falls while runs
 * start, so a choice stays best until one of its bounds is reached.
 * @returns undefined if no run can start.
 */
export function planRuns(
  recipe: HarvestRecipe,
  settings: HarvestSettings,
  running: RunsInProgress,
  stockOf: StockOf,
): RunPlan | undefined {
  const places = (settings.maxParallel === 0 ? PARALLEL_MAX : settings.maxParallel) - running.activeCount
  if (!settings.enabled || places <= 0) return undefined
  const choice = new Choice(running, stockOf)
  for (const [slot, { items }] of recipe.slots.entries()) {
    if (!choice.choose(items, settings.slots[slot] ?? [])) return undefined
  }
  return { chosen: choice.chosen, takes: choice.takes, count: Math.min(places, choice.runs()) }
}

class Choice {
  readonly chosen: HarvestItem[] = []
  takes = new Map<ItemId, number>()
  readonly #floors = new Map<ItemId, number>()
  readonly #maxima = new Map<ItemId, number>()
  readonly #running: RunsInProgress
  readonly #stockOf: StockOf

  constructor(running: RunsInProgress, stockOf: StockOf) {
    this.#running = running
    this.#stockOf = stockOf
  }

  /** Selections are in order of preference. */
  choose(items: readonly HarvestItem[], selections: readonly HarvestSelection[]): boolean {
    return selections.some((selection) => {
      const item = items.find(({ itemId }) => itemId === selection.itemId)
      return item !== undefined && this.#take(item, selection)
    })
  }

  /** How many runs the stock, its limits and the maxima allow. */
  runs(): number {
    const byStock = Array.from(this.takes, ([itemId, count]) => Math.floor(this.#spare(itemId) / count))
    const byMaximum = Array.from(this.#maxima, ([itemId, max]) => {
      const atWork = this.chosen.reduce((sum, item) => sum + (item.itemId === itemId ? item.count : 0), 0)
      return Math.ceil((max - this.#inRuns(itemId)) / atWork)
    })
    return Math.min(...byStock, ...byMaximum)
  }

  #take(item: HarvestItem, { itemId, limit, max }: HarvestSelection): boolean {
    if (max > 0 && this.#inRuns(itemId) >= max) return false
    const takes = new Map(this.takes)
    addTakes(takes, item)
    const floorBefore = this.#floors.get(itemId) ?? 0
    this.#floors.set(itemId, Math.max(floorBefore, limit))
    if (![...takes].every(([taken, count]) => count <= this.#spare(taken))) {
      this.#floors.set(itemId, floorBefore)
      return false
    }
    this.takes = takes
    this.chosen.push(item)
    if (max > 0) this.#maxima.set(itemId, Math.min(max, this.#maxima.get(itemId) ?? max))
    return true
  }

  #spare(itemId: ItemId): number {
    return this.#stockOf(itemId) - (this.#floors.get(itemId) ?? 0)
  }

  #inRuns(itemId: ItemId): number {
    return this.#running.itemsInRuns.get(itemId) ?? 0
  }
}
