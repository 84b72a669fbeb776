import { SECOND_MS } from '@clutch/contract/formats'
import { AMOUNT_MAX, type Side, type Traded } from '@clutch/economy'
import { BUCKET_SPANS } from './codes.ts'

export interface PriceBucketRow {
  readonly itemId: number
  readonly spanCode: number
  readonly side: Side
  readonly startSec: number
  totalPrice: number
  totalQuantity: number
  lowPrice: number
  highPrice: number
}

/** Sums the trades of a batch per item, side and span, so that charts can be read without scanning trades (rules §2). */
export class PriceBuckets {
  readonly #rows = new Map<string, PriceBucketRow>()

  add(trade: Traded): void {
    const atSec = Math.floor(trade.atMs / SECOND_MS)
    for (const { code, lengthSec } of BUCKET_SPANS) {
      const startSec = atSec - (atSec % lengthSec)
      const row = this.#row(trade, code, startSec)
      row.totalPrice = Math.min(AMOUNT_MAX, row.totalPrice + trade.price * trade.count)
      row.totalQuantity = Math.min(AMOUNT_MAX, row.totalQuantity + trade.count)
      row.lowPrice = Math.min(row.lowPrice, trade.price)
      row.highPrice = Math.max(row.highPrice, trade.price)
    }
  }

  rows(): PriceBucketRow[] {
    return [...this.#rows.values()]
  }

  /** The row of a trade's span; empty for the first trade. */
  #row({ itemId, takerSide: side, price }: Traded, spanCode: number, startSec: number): PriceBucketRow {
    const key = `${itemId}/${spanCode}/${side}/${startSec}`
    const existing = this.#rows.get(key)
    if (existing !== undefined) return existing
    const row = { itemId, spanCode, side, startSec, totalPrice: 0, totalQuantity: 0, lowPrice: price, highPrice: price }
    this.#rows.set(key, row)
    return row
  }
}
