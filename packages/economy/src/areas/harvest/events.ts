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
  /** The yield of the runs, including what broken items granted. */
  readonly newItems: readonly ItemAmount[]
  readonly brokenItems: readonly ItemAmount[]
  /** Items gained by upgrades. */
  readonly upgradedItems: readonly ItemAmount[]
  /** Experience afterwards, of items that gained some. */
  readonly experience: readonly { readonly itemId: ItemId; readonly experience: number }[]
}
