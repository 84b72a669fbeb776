import type { ItemAmount } from '../item-amounts.ts'
import { asQuantity } from '../numbers.ts'
import type { AccountRef, Move } from './accounts.ts'

/** Moves that transfer item amounts from one account to another. */
export function moveItems(items: readonly ItemAmount[], from: AccountRef, to: AccountRef): Move[] {
  return items.map(({ itemId, count }) => ({ from, to, asset: itemId, amount: asQuantity(count) }))
}
