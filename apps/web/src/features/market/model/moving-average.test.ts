import { DAY_SEC, HOUR_SEC } from '@clutch/contract/formats'
import { expect, test } from 'vitest'
import { movingAverage } from './moving-average.ts'

const START_SEC = 1_700_006_400

/** Slots at multiples of `stepSec`, each with what was paid and for how many. */
function series(stepSec: number, totals: readonly (readonly [at: number, price: number, quantity: number])[]) {
  return {
    startsSec: totals.map(([at]) => START_SEC + at * stepSec),
    totals: totals.map(([, price, quantity]) => ({ price, quantity })),
  }
}

test('averages by quantity, not by slot', () => {
  const days = series(DAY_SEC, [
    [0, 1_000, 100],
    [1, 100, 1],
  ])
  expect(movingAverage(days, 'day')).toEqual([10, 11])
})

test('forgets what is as old as the window, whatever was not traded between', () => {
  const days = series(DAY_SEC, [
    [0, 10, 1],
    [6, 20, 1],
    [7, 30, 1],
    [30, 40, 1],
  ])
  expect(movingAverage(days, 'day')).toEqual([10, 15, 25, 40])
  const hours = series(HOUR_SEC, [
    [0, 10, 1],
    [23, 30, 1],
    [24, 50, 1],
  ])
  expect(movingAverage(hours, 'hour')).toEqual([10, 20, 40])
})

test('takes in three months, however short', () => {
  const starts = ['2026-11-01', '2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01']
  const months = {
    startsSec: starts.map((day) => Date.parse(day) / 1_000),
    totals: [100, 10, 20, 30, 40].map((price) => ({ price, quantity: 1 })),
  }
  expect(movingAverage(months, 'month')).toEqual([100, 55, 43, 20, 30])
})
