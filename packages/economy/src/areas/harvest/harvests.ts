import type { ItemId, RecipeId } from '../../core/numbers.ts'
import { GroupHeap } from './group-heap.ts'
import type { HarvestGroup } from './harvest-group.ts'
import { NO_SETTINGS, type HarvestSettings } from './settings.ts'

declare module '../../core/world.ts' {
  interface AccountParts {
    readonly harvest: Harvests
  }
}

/** A player's harvest of one recipe. */
export interface HarvestState {
  settings: HarvestSettings
  /** Runs in progress. */
  activeCount: number
  /** Items in runs, by item. */
  readonly itemsInRuns: Map<ItemId, number>
  readonly experience: Map<ItemId, number>
}

/** A player's harvests: settings, runs in progress, experience. Only `applyEvents` and loading change them. */
export class Harvests {
  readonly #states = new Map<RecipeId, HarvestState>()
  readonly #groups = new GroupHeap()
  #enabled: readonly RecipeId[] = []

  groups(): readonly HarvestGroup[] {
    return this.#groups.all()
  }

  /** The next group to end. */
  firstGroup(): HarvestGroup | undefined {
    return this.#groups.first()
  }

  /** The state of one recipe; undefined if it was never configured. */
  state(recipeId: RecipeId): HarvestState | undefined {
    return this.#states.get(recipeId)
  }

  states(): IterableIterator<[RecipeId, HarvestState]> {
    return this.#states.entries()
  }

  /** Enabled recipes in ascending order, so that the result does not depend on the order of loading. */
  enabledRecipes(): readonly RecipeId[] {
    return this.#enabled
  }

  setSettings(recipeId: RecipeId, settings: HarvestSettings): void {
    this.#stateOf(recipeId).settings = settings
    this.#enabled = Array.from(this.#states)
      .filter(([, state]) => state.settings.enabled)
      .map(([id]) => id)
      .toSorted((a, b) => a - b)
  }

  setExperience(recipeId: RecipeId, itemId: ItemId, experience: number): void {
    this.#stateOf(recipeId).experience.set(itemId, experience)
  }

  addGroup(group: HarvestGroup): void {
    this.#groups.add(group)
    this.#countRuns(group, 1)
  }

  /** @throws for a group that is not the next to end, which is a bug in a rule. */
  endGroup(group: HarvestGroup): void {
    if (this.#groups.first()?.id !== group.id) throw new Error(`Group ${group.id} is not the next to end`)
    this.#groups.removeFirst()
    this.#countRuns(group, -1)
  }

  #countRuns({ recipeId, count, items }: HarvestGroup, sign: 1 | -1): void {
    const state = this.#stateOf(recipeId)
    state.activeCount += sign * count
    for (const item of items) {
      const inRuns = (state.itemsInRuns.get(item.itemId) ?? 0) + sign * count * item.count
      if (inRuns === 0) state.itemsInRuns.delete(item.itemId)
      else state.itemsInRuns.set(item.itemId, inRuns)
    }
  }

  #stateOf(recipeId: RecipeId): HarvestState {
    let state = this.#states.get(recipeId)
    if (state === undefined) {
      state = { settings: NO_SETTINGS, activeCount: 0, itemsInRuns: new Map(), experience: new Map() }
      this.#states.set(recipeId, state)
    }
    return state
  }
}
