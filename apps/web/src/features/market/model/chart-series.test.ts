import type { ChartBucket } from '@clutch/contract'
import { expect, test } from 'vitest'
import { hasChartData, mergeChart, NO_CHART_DATA, summariseSide, withRoomForBars } from './chart-series.ts'

const bucket = (time_slot: string, avg_price: number, total_quantity: number): ChartBucket => ({
  time_slot,
  avg_price,
  total_price: avg_price * total_quantity,
  total_quantity,
  low_price: avg_price - 1,
  high_price: avg_price + 1,
})

test('merges both sides by date, with null where a side has no bucket', () => {
  const series = mergeChart(
    {
      buy_data: [bucket('2026-02', 20, 2), bucket('2025-52', 10, 1)],
      sell_data: [bucket('2026-01', 15, 3), bucket('2026-02', 18, 4)],
    },
    'week',
  )
  expect(series.slots).toEqual(['2025-52', '2026-01', '2026-02'])
  expect(series.buyPrices).toEqual([10, null, 20])
  expect(series.sellPrices).toEqual([null, 15, 18])
  expect(series.sellQuantities).toEqual([null, 3, 4])
})

test('has the range and the totals of both sides together, and no range where one of them has none', () => {
  const unknown = { ...bucket('2026-03', 7, 1), low_price: null, high_price: null }
  const series = mergeChart(
    {
      buy_data: [bucket('2026-01', 20, 2), bucket('2026-03', 9, 1)],
      sell_data: [bucket('2026-01', 15, 3), bucket('2026-02', 18, 4), unknown],
    },
    'week',
  )
  expect(series.lows).toEqual([14, 17, null])
  expect(series.highs).toEqual([21, 19, null])
  expect(series.totals).toEqual([
    { price: 85, quantity: 5 },
    { price: 72, quantity: 4 },
    { price: 16, quantity: 2 },
  ])
})

test('leaves out slots that name no moment', () => {
  expect(mergeChart({ buy_data: [bucket('soon', 1, 1)], sell_data: [] }, 'day').slots).toEqual([])
})

test('averages by quantity, and is 0 without trades', () => {
  expect(summariseSide([bucket('2026-01', 10, 1), bucket('2026-02', 20, 2)])).toEqual({ average: 17, volume: 3 })
  expect(summariseSide([])).toEqual({ average: 0, volume: 0 })
})

test('has data when either side has a bucket', () => {
  expect(hasChartData(NO_CHART_DATA)).toBe(false)
  expect(hasChartData({ ...NO_CHART_DATA, buy_data: [bucket('2026-01', 1, 1)] })).toBe(true)
})

test('the axis leaves half a slot on either side, where the first and the last bars stand', () => {
  expect(withRoomForBars(86_400, 172_800, 'day')).toEqual([43_200, 216_000])
  expect(withRoomForBars(3_600, 3_600, 'hour')).toEqual([1_800, 5_400])
})
