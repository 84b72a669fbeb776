import { LANGUAGES } from '@clutch/contract/constants'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFormats } from './formats.ts'
import { parseAmount } from './parse-amount.ts'

test.each([
  ['1000', 1_000],
  ['1,000', 1_000],
  ['1.000', 1_000],
  ['1 000', 1_000],
  ['1\u00A0234\u202F567', 1_234_567],
  ['1’234’567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['12,345', 12_345],
  ['１０００', 1_000],
  ['１，０００', 1_000],
  ['1k', 1_000],
  ['1 K', 1_000],
  ['1.1k', 1_100],
  ['1,1k', 1_100],
  ['1.500k', 1_500],
  ['1.234.567k', 1_234_567_000],
  ['2.5M', 2_500_000],
  ['3b', 3_000_000_000],
  ['1,5к', 1_500],
  ['2м', 2_000_000],
  ['1.5万', 15_000],
  ['2亿', 200_000_000],
  ['.5k', 500],
  [' 7 ', 7],
  ['-5', -5],
  ['−5', -5],
  ['-0', 0],
])('"%s" is the integer %d in every language', (text, amount) => {
  expect(parseAmount(text)).toBe(amount)
})

test.each([
  ['3.4', 3.4],
  ['12,34', 12.34],
  ['1.2345', 1.2345],
  ['0.125', 0.125],
  ['1,234.5', 1_234.5],
  ['1.234,5', 1_234.5],
  ['1 234,567', 1_234.567],
  ['1.000', 1_000],
])('"%s" is %d where decimals are allowed, and only "1.000" is an integer', (text, amount) => {
  expect(parseAmount(text, true)).toBe(amount)
  expect(parseAmount(text)).toBe(text === '1.000' ? amount : Number.NaN)
})

test.each([
  '',
  ' ',
  'k',
  '1kk',
  '1x',
  'abc',
  '1e5',
  '1,2,3',
  '1.2.3',
  '--1',
  '0x10',
  '.',
  '1.',
  '1,',
  '1k5',
  '½',
  '1.0000005',
])('"%s" is not an amount', (text) => {
  expect(parseAmount(text)).toBeNaN()
  expect(parseAmount(text, true)).toBeNaN()
})

test.each(['1.0', '1,00', '1.2345k', '0,500', '1,00,000', '1 2', '1 00', '1.000,000', '1,000.000', '12.0'])(
  'the integer amount "%s" is rejected, because it is ambiguous or would lose a part',
  (text) => {
    expect(parseAmount(text)).toBeNaN()
  },
)

describe.each(LANGUAGES)('what a field shows in %s', (language) => {
  const format = createFormats(language)

  test('is parsed as the same amount in every language, also in full-width digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (amount) => {
        const shown = format.field(amount)
        expect(parseAmount(shown)).toBe(amount)
        expect(parseAmount(shown, true)).toBe(amount)
        expect(parseAmount(format.exact(amount))).toBe(amount)
        const wide = shown.replaceAll(/[\d.,]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))
        expect(parseAmount(wide)).toBe(amount)
      }),
    )
  })

  test('is parsed as the same price in store coins', () => {
    const coins = fc.integer({ min: 1, max: 1_000_000_000_000 })
    fc.assert(
      fc.property(coins, fc.constantFrom(1, 100, 10_000, 1_000_000), (amount, rate) => {
        expect(parseAmount(format.field(amount / rate), true)).toBe(amount / rate)
      }),
    )
  })

  test('equals the parsed value after leaving the field, whatever was typed', () => {
    const typed = fc.stringMatching(/^[0-9０-９.,，．' ]{1,9}[kmкKМ]?$/u)
    fc.assert(
      fc.property(typed, fc.boolean(), (text, areDecimalsAllowed) => {
        const amount = parseAmount(text, areDecimalsAllowed)
        const left = Number.isNaN(amount) ? text : format.field(amount)
        expect(parseAmount(left, areDecimalsAllowed)).toBe(amount)
      }),
      { numRuns: 2_000 },
    )
  })
})
