import { expect, test } from 'vitest'
import { sumDepth } from './depth.ts'

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
