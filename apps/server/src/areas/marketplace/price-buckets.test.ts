import { HOUR_MS } from '@clutch/contract/formats'
import { AMOUNT_MAX, asCoins, asItemId, asQuantity, asUserId, type Traded } from '@clutch/economy'
import { describe, expect, it } from 'vitest'
import { PriceBuckets } from './price-buckets.ts'

/** 2026-11-20 23:00 UTC. */
const LATE_MS = Date.UTC(2026, 10, 20, 23)

function trade(overrides: { atMs?: number; price?: number; count?: number; takerSide?: 'buy' | 'sell' } = {}): Traded {
  const { atMs = LATE_MS, price = 10, count = 2, takerSide = 'buy' } = overrides
  const [buyerId, sellerId] = [asUserId('anna'), asUserId('boris')]
  const what = { itemId: asItemId(1), price: asCoins(price), count: asQuantity(count) }
  return { type: 'traded', takerSide, buyerId, sellerId, ...what, atMs }
}

function sumOf(trades: readonly Traded[]): string[] {
  const buckets = new PriceBuckets()
  for (const each of trades) buckets.add(each)
  return buckets
    .rows()
    .map(
      (row) =>
        `${row.spanCode} ${row.side} ${row.startSec} ${row.totalPrice}/${row.totalQuantity} at ${row.lowPrice} to ${row.highPrice}`,
    )
}

describe('price buckets', () => {
  it('sum the trades of an hour and of a day', () => {
    const hourSec = LATE_MS / 1_000
    const daySec = Date.UTC(2026, 10, 20) / 1_000
    expect(sumOf([trade(), trade({ atMs: LATE_MS + HOUR_MS - 1, price: 7, count: 1 })])).toEqual([
      `0 buy ${hourSec} 27/3 at 7 to 10`,
      `1 buy ${daySec} 27/3 at 7 to 10`,
    ])
  })

  it('are separate for hours, days and sides', () => {
    const rows = sumOf([trade(), trade({ atMs: LATE_MS + HOUR_MS }), trade({ takerSide: 'sell' })])
    expect(rows).toHaveLength(6)
    expect(new Set(rows).size).toBe(6)
  })

  it('saturate at the largest amount', () => {
    const dear = trade({ price: 1_000_000_000_000, count: 9_000 })
    expect(sumOf([dear, dear])[0]).toContain(` ${AMOUNT_MAX}/18000 `)
  })
})
