import type { ItemAmount } from '@clutch/economy'

/** Converts items and counts to the contract's form. */
export function toQuantities(items: readonly ItemAmount[]): { item_id: number; quantity: number }[] {
  return items.map(({ itemId, count }) => ({ item_id: itemId, quantity: count }))
}
