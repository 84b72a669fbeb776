import { expect, test } from 'vitest'
import { depthShare, sumDepth, sumLevels } from './depth.ts'

const sell = [
  { price: 12, count: 3 },
  { price: 15, count: 2 },
  { price: 900, count: 50 },
]
const buy = [
  { price: 10, count: 4 },
  { price: 8, count: 6 },
  { price: 1, count: 1_000 },
]

test('sums each side from its best price outwards', () => {
  expect(sumDepth(sell, buy)).toEqual({
    prices: [8, 10, 12, 15],
    wanted: [10, 4, null, null],
    offered: [null, null, 3, 5],
  })
})

test('draws one side when the other is empty', () => {
  expect(sumDepth([], buy)).toEqual({ prices: [8, 10], wanted: [10, 4], offered: [null, null] })
  expect(sumDepth([], [])).toEqual({ prices: [], wanted: [], offered: [] })
})

test('bars grow with depth, fill up at the deepest level, and one giant order leaves the others in sight', () => {
  expect(depthShare(1_000_000, 1_000_000)).toBe(1)
  expect(depthShare(10_000, 1_000_000)).toBeCloseTo(0.1)
  expect(depthShare(0, 0)).toBe(0)
})

test('a level sums all up to its price, of which that of others can be reached', () => {
  const levels = [
    { price: 40, count: 5 },
    { price: 41, count: 9 },
    { price: 45, count: 1 },
  ]
  expect(sumLevels(levels, new Map([[41, 7]])).map(({ own, sum, reachable }) => [own, sum, reachable])).toEqual([
    [0, 5, 5],
    [7, 14, 7],
    [0, 15, 8],
  ])
})
