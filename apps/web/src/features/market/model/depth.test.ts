import { expect, test } from 'vitest'
import { depthShares, sumDepth, sumLevels } from './depth.ts'

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

test('one giant order leaves the bars of the others in sight', () => {
  const shares = depthShares([10, 20, 30, 1_000_000])
  expect(shares(1_000_000)).toBe(1)
  expect(shares(30)).toBeCloseTo(0.25)
  expect(shares(10)).toBeGreaterThan(0.05)
})

test('the deepest of ordinary levels fills its bar', () => {
  const shares = depthShares([10, 20, 40])
  expect(shares(40)).toBe(1)
  expect(shares(20)).toBe(0.5)
  expect(depthShares([])(0)).toBe(0)
})

test('a level reaches all that others have up to its price', () => {
  const levels = [
    { price: 40, count: 5 },
    { price: 41, count: 9 },
    { price: 45, count: 1 },
  ]
  expect(sumLevels(levels, new Map([[41, 7]])).map(({ reachable }) => reachable)).toEqual([5, 7, 8])
})
