import { freeOf, heldOf, type Move } from '../ledger/accounts.ts'
import { asQuantity, type UserId } from '../numbers.ts'
import type { ItemAmount } from './item-amounts.ts'

/** What work held becomes free again. */
export function returnMoves(userId: UserId, held: readonly ItemAmount[]): Move[] {
  return held.map(({ itemId, count }) => ({
    from: heldOf(userId),
    to: freeOf(userId),
    asset: itemId,
    amount: asQuantity(count),
  }))
}
