import type { ItemAmount } from '../../core/item-amounts.ts'
import type { Brand, RecipeId, UserId } from '../../core/numbers.ts'

/** A harvest group's UUID: that of the operation that started it. */
export type GroupId = Brand<string, 'GroupId'>

export const asGroupId = (value: string): GroupId => value as GroupId

/** Runs that started together with the same items. Stored and settled as one, however many they are. */
export interface HarvestGroup {
  readonly id: GroupId
  readonly userId: UserId
  readonly recipeId: RecipeId
  /** The content it was started under, which also decides its end. */
  readonly contentVersion: number
  /** Runs. */
  readonly count: number
  /** Items on hold per run, by slot. */
  readonly items: readonly ItemAmount[]
  readonly startAtMs: number
  readonly endAtMs: number
}

/** A group's holds. */
export function holdOfGroup({ count, items }: HarvestGroup): ItemAmount[] {
  return items.map((item) => ({ itemId: item.itemId, count: item.count * count }))
}
