import type { Lot, OrderLevel } from '@clutch/contract'
import { asCoins, marketFee } from '@clutch/economy'
import { ownCounts } from './book-levels.ts'

export type Side = 'buy' | 'sell'

export interface BookView {
  readonly sell_orders: readonly OrderLevel[]
  readonly buy_orders: readonly OrderLevel[]
  readonly user_lots: readonly Lot[]
  readonly fee_basis_points: number
}

/** What an order would do to the current book. */
export interface OrderPreview {
  /** Items that trade at once, and their prices. */
  readonly nowCount: number
  readonly nowTotal: number
  readonly nowFrom: number
  readonly nowTo: number
  /** Items that would wait in the book at the order's price. */
  readonly restCount: number
  /** Coins that move now plus coins held for the rest: what a buyer must have, exactly as the server checks. */
  readonly total: number
  /**
   * The fee on a seller's proceeds, rounded down once per price met. The server rounds once per lot, so it never
   * charges more.
   */
  readonly fee: number
  /** The order would match an own lot, and the server would reject it. */
  readonly meetsOwnLot: boolean
}

/** Walks the other side of the book, best price first, skipping the player's own lots (rules §2). */
export function previewOrder(book: BookView, side: Side, price: number, count: number): OrderPreview {
  const crosses = (level: number) => (side === 'buy' ? level <= price : level >= price)
  const isOpposing = (lot: Lot) => lot.type !== side && crosses(lot.price)
  const ownAtPrice = ownCounts(book.user_lots.filter(isOpposing))

  let nowCount = 0
  let nowTotal = 0
  let nowFrom = 0
  let nowTo = 0
  let fee = 0
  for (const level of side === 'buy' ? book.sell_orders : book.buy_orders) {
    if (nowCount === count || !crosses(level.price)) break
    const taken = Math.min(level.count - (ownAtPrice.get(level.price) ?? 0), count - nowCount)
    if (taken <= 0) continue
    nowCount += taken
    nowTotal += taken * level.price
    fee += feeOf(taken * level.price)
    nowFrom = nowFrom === 0 ? level.price : nowFrom
    nowTo = level.price
  }
  const restCount = count - nowCount
  const total = nowTotal + restCount * price
  return {
    nowCount,
    nowTotal,
    nowFrom: Math.min(nowFrom, nowTo),
    nowTo: Math.max(nowFrom, nowTo),
    restCount,
    total,
    fee: fee + feeOf(restCount * price),
    meetsOwnLot: restCount > 0 && ownAtPrice.size > 0,
  }

  function feeOf(proceeds: number): number {
    return side === 'sell' ? marketFee(asCoins(proceeds), book.fee_basis_points) : 0
  }
}
