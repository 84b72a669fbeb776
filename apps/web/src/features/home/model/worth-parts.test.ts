import type { PortfolioDay } from '@clutch/contract'
import { expect, test } from 'vitest'
import { curveOf, partsOf } from './worth-parts.ts'

const item = (fair_price: number, free: number, in_lots: number, in_jobs: number) => ({
  item_id: 1,
  free,
  in_lots,
  in_jobs,
  fair_price,
  value: 0,
})

test('a net worth has the parts that are worth something', () => {
  const items = [item(10, 3, 2, 0), item(0, 99, 0, 99), item(5, 1, 0, 0)]
  expect(partsOf({ coins: { free: 70, in_lots: 0 }, items })).toEqual([
    { part: 'coins', value: 70 },
    { part: 'free', value: 35 },
    { part: 'in_lots', value: 20 },
  ])
})

test('the curve has the last thirty days and now', () => {
  const days = Array.from({ length: 40 }, (_, index) => ({ net_worth: index }) as PortfolioDay)
  const curve = curveOf(days, 100)
  expect([curve.length, curve[0], curve.at(-2), curve.at(-1)]).toEqual([31, 10, 39, 100])
  expect(curveOf([], 5)).toEqual([5])
})
