import type { ItemId, RecipeId } from '../../core/numbers.ts'
import type { ItemAmount } from '../../core/item-amounts.ts'

declare module '../../core/catalogue.ts' {
  interface Catalogue {
    readonly harvestRecipes: ReadonlyMap<RecipeId, HarvestRecipe>
  }
}

/** An item that a slot accepts. */
export interface HarvestItem {
  readonly itemId: ItemId
  readonly count: number
  /** Used up by each run. */
  readonly requirements: readonly ItemAmount[]
  /** Returns until it is upgraded; 0 if it gains no experience. */
  readonly expForUp: number
  /** What it becomes; undefined if only the counter restarts. */
  readonly resultAfterUp: ItemId | undefined
  readonly lootmoreCoef: number
  readonly speedCoef: number
  readonly breakPercent: number
  readonly onBreakResult: readonly ItemId[]
}

export interface HarvestResult {
  readonly itemId: ItemId
  readonly count: number
  /** May exceed 100: each full 100 is a guaranteed unit. */
  readonly chancePercent: number
}

export interface HarvestRecipe {
  readonly id: RecipeId
  readonly durationHour: number
  readonly slots: readonly { readonly items: readonly HarvestItem[] }[]
  readonly results: readonly HarvestResult[]
}
