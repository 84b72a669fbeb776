import type { ItemAmount } from '../../core/item-amounts.ts'
import type { Brand, RecipeId, UserId } from '../../core/numbers.ts'

/** A harvest group's uuid: that of the operation that started it. */
export type GroupId = Brand<string, 'GroupId'>

export const asGroupId = (value: string): GroupId => value as GroupId

/** Runs that began together with the same items: one thing to keep and to settle, however many they are. */
export interface HarvestGroup {
  readonly id: GroupId
  readonly userId: UserId
  readonly recipeId: RecipeId
  /** The content it was begun under, by which it ends. */
  readonly contentVersion: number
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
