import type { ChartSeries } from './chart-series.ts'

/** A slot's prices, in coins per item. */
export interface Candle {
  readonly open: number
  readonly close: number
  readonly low: number
  readonly high: number
}

/**
 * Candles of the slots: each goes from the previous slot's average price to its own, with the range of traded prices as
 * its wick. Averages are used because the first and the last trade of a slot are not recorded.
 */
export function toCandles({ totals, lows, highs }: Pick<ChartSeries, 'totals' | 'lows' | 'highs'>): (Candle | null)[] {
  let before: number | null = null
  return totals.map(({ price, quantity }, index) => {
    if (quantity === 0) return null
    const close = Math.round(price / quantity)
    const open = before ?? close
    before = close
    return { open, close, low: lows[index] ?? Math.min(open, close), high: highs[index] ?? Math.max(open, close) }
  })
}
