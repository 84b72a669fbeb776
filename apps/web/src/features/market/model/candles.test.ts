import { describe, expect, it } from 'vitest'
import { toCandles } from './candles.ts'

describe('candles', () => {
  it('go from the average of the previous slot to their own, with traded prices as wicks', () => {
    const candles = toCandles({
      totals: [
        { price: 200, quantity: 2 },
        { price: 360, quantity: 3 },
      ],
      lows: [90, 80],
      highs: [110, 150],
    })
    expect(candles).toEqual([
      { open: 100, close: 100, low: 90, high: 110 },
      { open: 100, close: 120, low: 80, high: 150 },
    ])
  })

  it('skip slots without trades, and have no wick where the range is unknown', () => {
    const candles = toCandles({
      totals: [
        { price: 50, quantity: 1 },
        { price: 0, quantity: 0 },
        { price: 40, quantity: 1 },
      ],
      lows: [null, null, null],
      highs: [null, null, null],
    })
    expect(candles).toEqual([
      { open: 50, close: 50, low: 50, high: 50 },
      null,
      { open: 50, close: 40, low: 40, high: 50 },
    ])
  })
})
