import type { ItemAmount } from '@clutch/economy'

/** Items and counts in the contract's words. */
export function toQuantities(items: readonly ItemAmount[]): { item_id: number; quantity: number }[] {
  return items.map(({ itemId, count }) => ({ item_id: itemId, quantity: count }))
}
