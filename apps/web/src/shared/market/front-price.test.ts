import { PRICE_MAX } from '@clutch/contract/constants'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { frontPrice } from './front-price.ts'

test.each([
  ['sell', 40, 30, { price: 39, isFirst: true }],
  ['sell', 40, 38, { price: 39, isFirst: true }],
  ['sell', 40, 39, { price: 40, isFirst: false }],
  ['sell', 1, 0, { price: 1, isFirst: false }],
  ['sell', 0, 39, null],
  ['buy', 40, 30, { price: 31, isFirst: true }],
  ['buy', 40, 39, { price: 39, isFirst: false }],
  ['buy', 0, 39, { price: 40, isFirst: true }],
  ['buy', 0, PRICE_MAX, { price: PRICE_MAX, isFirst: false }],
  ['buy', 40, 0, null],
] as const)('before others to %s between %d and %d', (side, sell, buy, expected) => {
  expect(frontPrice(side, { sell, buy })).toEqual(expected)
})

test('never meets the other side', () => {
  const price = fc.integer({ min: 1, max: 50 })
  fc.assert(
    fc.property(price, price, fc.constantFrom('sell', 'buy'), (one, gap, side) => {
      const best = { buy: one, sell: one + gap }
      const front = frontPrice(side, best)?.price ?? 0
      expect(side === 'sell' ? front > best.buy : front < best.sell).toBe(true)
    }),
  )
})
