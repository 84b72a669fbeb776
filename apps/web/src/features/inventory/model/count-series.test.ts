import { expect, test } from 'vitest'
import { summariseCounts, toCountSeries } from './count-series.ts'

const points = [
  { time_slot: '2026-11-20', count: 40 },
  { time_slot: '2026-11-18', count: 10 },
  { time_slot: 'soon', count: 7 },
  { time_slot: '2026-11-21', count: 25 },
]

test('orders points by date and leaves out slots that name no moment', () => {
  expect(toCountSeries(points, 'day')).toMatchObject({
    slots: ['2026-11-18', '2026-11-20', '2026-11-21'],
    counts: [10, 40, 25],
  })
})

test('returns total, average, maximum and minimum, all 0 without a point', () => {
  expect(summariseCounts(toCountSeries(points, 'day'))).toEqual({ total: 25, average: 25, maximum: 40, minimum: 10 })
  expect(summariseCounts(toCountSeries([], 'day'))).toEqual({ total: 0, average: 0, maximum: 0, minimum: 0 })
})
