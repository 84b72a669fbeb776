import type { GroupId, ItemId, RecipeId, UserId } from '../numbers.ts'
import type { ItemAmount } from '../production/item-amounts.ts'

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

/** Runs that began together with the same items: one thing to keep and to settle, however many they are. */
export interface HarvestGroup {
  readonly id: GroupId
  readonly userId: UserId
  readonly recipeId: RecipeId
  /** Runs. */
  readonly count: number
  /** What each run holds, per slot. */
  readonly items: readonly ItemAmount[]
  readonly startAtMs: number
  readonly endAtMs: number
}

/** What a group holds. */
export function holdOfGroup({ count, items }: HarvestGroup): ItemAmount[] {
  return items.map((item) => ({ itemId: item.itemId, count: item.count * count }))
}
