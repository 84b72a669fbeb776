import type { ChartInterval } from '@clutch/contract/constants'
import { DAY_SEC } from '@clutch/contract/formats'
import type { ChartSeries } from './chart-series.ts'

/** So far back an average looks: 24 hours, 7 days, 4 weeks, and 3 months, which have 89 days at the least. */
const WINDOW_DAYS: Readonly<Record<ChartInterval, number>> = { hour: 1, day: 7, week: 28, month: 89 }

/**
 * Average price of the trades in the window that ends with each slot, in coins per item, weighted by quantity: one
 * expensive trade counts less than a thousand cheap ones.
 */
export function movingAverage(
  { startsSec, totals }: Pick<ChartSeries, 'startsSec' | 'totals'>,
  interval: ChartInterval,
): number[] {
  const windowSec = WINDOW_DAYS[interval] * DAY_SEC
  let price = 0
  let quantity = 0
  let first = 0
  return totals.map((total, index) => {
    price += total.price
    quantity += total.quantity
    const fromSec = (startsSec[index] ?? 0) - windowSec
    for (; (startsSec[first] ?? 0) <= fromSec; first += 1) {
      price -= totals[first]?.price ?? 0
      quantity -= totals[first]?.quantity ?? 0
    }
    return quantity === 0 ? 0 : Math.round(price / quantity)
  })
}
