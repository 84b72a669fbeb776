import { SECOND_MS } from '@clutch/contract/formats'
import type { ItemAmount } from '@clutch/economy'

/** Unix seconds of what has happened: the second it happened in. */
export const toSeconds = (atMs: number): number => Math.floor(atMs / SECOND_MS)

/** Unix seconds of work: rounded up, so that it has begun, and has ended, when the second that is shown is there. */
export const toSecondsBy = (atMs: number): number => Math.ceil(atMs / SECOND_MS)

/** Items and counts in the contract's words. */
export function toQuantities(items: readonly ItemAmount[]): { item_id: number; quantity: number }[] {
  return items.map(({ itemId, count }) => ({ item_id: itemId, quantity: count }))
}
