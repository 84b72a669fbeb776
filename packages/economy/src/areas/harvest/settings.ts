import type { CommandBase } from '../../core/command.ts'
import type { ItemId, RecipeId } from '../../core/numbers.ts'

declare module '../../core/command.ts' {
  interface Commands {
    readonly set_harvest: SetHarvest
  }
}

/** Most parallel runs of one recipe, also for a setting of 0 (rules §6). */
export const PARALLEL_MAX = 10_000
/** Priorities are 0 … 9 (document 2 §5). */
export const PRIORITY_MAX = 9

/** An item a player has selected for a slot. */
export interface HarvestSelection {
  readonly itemId: ItemId
  /** Stock to keep; 0 for none. */
  readonly limit: number
  /** Higher is used first. */
  readonly priority: number
  /** Most of this item in runs of the recipe at once; 0 for no limit. */
  readonly max: number
}

/** A player's settings for a recipe. */
export interface HarvestSettings {
  readonly enabled: boolean
  /** Parallel runs; 0 for no limit of the player's. */
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
