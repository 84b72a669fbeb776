import type { ItemAmount } from '../../core/item-amounts.ts'
import type { ItemId, RecipeId, UserId } from '../../core/numbers.ts'
import type { HarvestGroup } from './harvest-group.ts'
import type { HarvestSettings } from './settings.ts'

declare module '../../core/event.ts' {
  interface Events {
    readonly harvest_set: HarvestSet
    readonly harvest_started: { readonly type: 'harvest_started'; readonly group: HarvestGroup }
    readonly harvest_ended: HarvestEnded
  }
}

export interface HarvestSet {
  readonly type: 'harvest_set'
  readonly userId: UserId
  readonly recipeId: RecipeId
  readonly settings: HarvestSettings
}

export interface HarvestEnded {
  readonly type: 'harvest_ended'
  readonly group: HarvestGroup
  /** What the runs brought, what broke granting something included. */
  readonly newItems: readonly ItemAmount[]
  readonly brokenItems: readonly ItemAmount[]
  /** What items became by experience. */
  readonly upgradedItems: readonly ItemAmount[]
  /** Experience after it, of the items that gained some. */
  readonly experience: readonly { readonly itemId: ItemId; readonly experience: number }[]
}
