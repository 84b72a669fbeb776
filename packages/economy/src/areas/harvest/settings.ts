import type { CommandBase } from '../../core/command.ts'
import type { ItemId, RecipeId } from '../../core/numbers.ts'

declare module '../../core/command.ts' {
  interface Commands {
    readonly set_harvest: SetHarvest
  }
}

/** Runs of one recipe at once; a setting of 0 means this many (rules §6). */
export const PARALLEL_MAX = 10_000
/** Priorities are 0 … 9 (document 2 §5). */
export const PRIORITY_MAX = 9

/** An item that a player lets a slot use. */
export interface HarvestSelection {
  readonly itemId: ItemId
  /** The stock that stays; 0 for none. */
  readonly limit: number
  /** Higher ones run first. */
  readonly priority: number
  /** Of this item in runs of the recipe at once; 0 for any number. */
  readonly max: number
}

/** What a player has set for a recipe. */
export interface HarvestSettings {
  readonly enabled: boolean
  /** Runs at once; 0 for the most there may be. */
  readonly maxParallel: number
  /** Per slot of the recipe. */
  readonly slots: readonly (readonly HarvestSelection[])[]
}

export const NO_SETTINGS: HarvestSettings = { enabled: false, maxParallel: 0, slots: [] }

export interface SetHarvest extends CommandBase<'set_harvest'> {
  readonly recipeId: RecipeId
  readonly enabled: boolean
  readonly maxParallel: number
  /** Selected items per slot. */
  readonly slots: readonly (readonly HarvestSelection[])[]
}
