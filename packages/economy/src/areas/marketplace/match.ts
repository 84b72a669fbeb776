import { asQuantity, type Coins, type Quantity, type UserId } from '../../core/numbers.ts'
import type { LotId, Side } from './lot.ts'
import type { OrderBook } from './order-book.ts'
import type { RestingLot } from './price-level.ts'

/** One resting lot's part in a trade, at the resting lot's price. */
export interface Fill {
  readonly lot: RestingLot
  readonly count: Quantity
}

export interface Match {
  readonly fills: readonly Fill[]
  /** Items that found a counterparty. */
  readonly matchedCount: Quantity
  /** The first own lot the walk came upon; it was passed over. */
  readonly ownLotId: LotId | undefined
}

/** What an incoming order asks for. */
export interface Incoming {
  readonly userId: UserId
  readonly side: Side
  readonly price: Coins
  readonly count: Quantity
}

/** Most orders come to rest at once: they share this. */
const NO_MATCH: Match = { fills: [], matchedCount: asQuantity(0), ownLotId: undefined }

/** Finds the lots an incoming order would trade with, in price-time order. Changes nothing. */
export function matchOrder(book: OrderBook, incoming: Incoming): Match {
  if (!book.isCrossed(incoming.side, incoming.price)) return NO_MATCH
  const fills: Fill[] = []
  let remaining: number = incoming.count
  let ownLotId: LotId | undefined
  book.visitCrossing(incoming.side, incoming.price, (lot) => {
    if (lot.ownerId === incoming.userId) {
      ownLotId ??= lot.id
      return true
    }
    const count = Math.min(remaining, lot.openCount)
    fills.push({ lot, count: asQuantity(count) })
    remaining -= count
    return remaining > 0
  })
  return { fills, matchedCount: asQuantity(incoming.count - remaining), ownLotId }
}
