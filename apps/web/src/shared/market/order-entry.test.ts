import * as fc from 'fast-check'
import { PRICE_CURRENCIES } from '@clutch/contract/constants'
import { expect, test } from 'vitest'
import { createFormats } from '../format/formats.ts'
import { convertPrice, parseEntry } from './order-entry.ts'

const LOT_MAX = 1_000
const format = createFormats('en')
const parse = (countText: string, priceText: string, currency: (typeof PRICE_CURRENCIES)[number] = 'coin') =>
  parseEntry({ countText, priceText, currency }, LOT_MAX)

test('parses a price in the denomination it was entered in', () => {
  expect(parse('3', '340')).toMatchObject({ order: { count: 3, priceCoins: 340, preferredPrice: 340 } })
  expect(parse('3', '3.4', 'bronze')).toMatchObject({ order: { priceCoins: 340, preferredPrice: 3.4 } })
  expect(parse('1', '2', 'gold')).toMatchObject({ order: { priceCoins: 2_000_000 } })
})

test('parses shortened numbers, and nothing from half a word', () => {
  expect(parse('1k', '2.5m')).toMatchObject({ order: { count: 1_000, priceCoins: 2_500_000 } })
  expect(parse('1x', '5')).toEqual({ isValid: false, problem: 'unclear' })
  expect(parse('1', '5 coins')).toEqual({ isValid: false, problem: 'unclear' })
})

test('empty fields are not an error yet', () => {
  expect(parse('', '5')).toEqual({ isValid: false, problem: null })
  expect(parse('5', '')).toEqual({ isValid: false, problem: null })
})

test.each([
  ['0', '5', 'count'],
  ['1.5', '5', 'unclear'],
  ['1', '1.0', 'price_fraction'],
  ['1001', '5', 'count_max'],
  ['1', '0', 'price'],
  ['1', '-3', 'price'],
  ['1', '0.5', 'price_fraction'],
  ['1', '1000000000001', 'price_max'],
  ['10', '1000000000000', null],
  ['1000', '1000000000000', null],
])('a count of %s at %s is %s', (count, price, problem) => {
  const result = parse(count, price)
  expect(result.isValid ? null : result.problem).toBe(problem)
})

test('a count beyond the largest lot is rejected, whatever the game allows', () => {
  const entry = { countText: '1000001', priceText: '5', currency: 'coin' } as const
  expect(parseEntry(entry, 1_000_000_000)).toEqual({ isValid: false, problem: 'count_max' })
})

test('a total past the safe integers is rejected', () => {
  const entry = { countText: '1000000', priceText: '1000000000000', currency: 'coin' } as const
  expect(parseEntry(entry, 1_000_000)).toEqual({ isValid: false, problem: 'total' })
})

test('changing the denomination back and forth keeps the coins', () => {
  const currency = fc.constantFrom(...PRICE_CURRENCIES)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000_000 }), currency, currency, (coins, one, other) => {
      const there = convertPrice(convertPrice(String(coins), 'coin', one, format), one, other, format)
      const result = parse('1', there, other)
      expect(result.isValid && result.order.priceCoins).toBe(coins)
    }),
  )
})
