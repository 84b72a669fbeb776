import { AMOUNT_MAX, type Side, type Traded } from '@clutch/economy'
import { SECOND_MS } from '../answers.ts'
import { BUCKET_SPANS } from './codes.ts'

export interface PriceBucketRow {
  readonly itemId: number
  readonly spanCode: number
  readonly side: Side
  readonly startSec: number
  totalPrice: number
  totalQuantity: number
}

/** Sums the trades of a batch per item, side and span, so that reading a chart never scans trades (rules §2). */
export class PriceBuckets {
  readonly #rows = new Map<string, PriceBucketRow>()

  add(trade: Traded): void {
    const atSec = Math.floor(trade.atMs / SECOND_MS)
    for (const { code, lengthSec } of BUCKET_SPANS) {
      const startSec = atSec - (atSec % lengthSec)
      const row = this.#row(trade.itemId, code, trade.takerSide, startSec)
      row.totalPrice = Math.min(AMOUNT_MAX, row.totalPrice + trade.price * trade.count)
      row.totalQuantity = Math.min(AMOUNT_MAX, row.totalQuantity + trade.count)
    }
  }

  rows(): PriceBucketRow[] {
    return [...this.#rows.values()]
  }

  #row(itemId: number, spanCode: number, side: Side, startSec: number): PriceBucketRow {
    const key = `${itemId}/${spanCode}/${side}/${startSec}`
    const existing = this.#rows.get(key)
    if (existing !== undefined) return existing
    const row = { itemId, spanCode, side, startSec, totalPrice: 0, totalQuantity: 0 }
    this.#rows.set(key, row)
    return row
  }
}
