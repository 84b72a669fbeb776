import { parseAmount } from '#shared/format/parse-amount.ts'
import { expect, test } from 'vitest'
import { CONVERSIONS, convert, type Conversion } from './conversion.ts'

const FROM_SILVER: Conversion = { direction: 'from_steam', coin: 'silver' }
const TO_SILVER: Conversion = { direction: 'to_steam', coin: 'silver' }

function problem(conversion: Conversion, text: string, owned: number | undefined) {
  return convert(conversion, text, parseAmount(text), owned).problem
}

test('there are six cards: each store coin one way, then back', () => {
  expect(CONVERSIONS.map(({ direction, coin }) => `${direction} ${coin}`)).toEqual([
    'from_steam gold',
    'from_steam silver',
    'from_steam bronze',
    'to_steam gold',
    'to_steam silver',
    'to_steam bronze',
  ])
})

test('results are exact and rounded down, and say what stays', () => {
  expect(convert(FROM_SILVER, '7', 7, 9)).toEqual({ result: 70_000, rest: 0, problem: undefined })
  expect(convert(TO_SILVER, '25001', 25_001, 30_000)).toEqual({ result: 2, rest: 5_001, problem: undefined })
})

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['0', 'not_positive'],
  ['-5', 'not_positive'],
  ['1.5', 'unclear'],
  ['abc', 'unclear'],
  ['11', 'too_much'],
  ['99999999999999999999', 'too_much'],
])('"%s" silver of ten is %s', (text, expected) => {
  expect(problem(FROM_SILVER, text, 10)).toBe(expected)
})

test('all coins owned can be converted', () => {
  expect(problem(FROM_SILVER, '10', 10)).toBeUndefined()
  expect(problem(TO_SILVER, '20000', 20_000)).toBeUndefined()
})

test('less than one store coin is too small, and more than is owned too much', () => {
  expect(problem(TO_SILVER, '9999', 20_000)).toBe('too_small')
  expect(problem(TO_SILVER, '20001', 20_000)).toBe('too_much')
  expect(problem(TO_SILVER, '10000', undefined)).toBe('too_much')
})
