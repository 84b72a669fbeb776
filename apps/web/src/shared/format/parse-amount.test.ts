import { LANGUAGES } from '@clutch/contract/constants'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFormats } from './formats.ts'
import { parseAmount, separatorsOf } from './parse-amount.ts'

test.each([
  ['en', '1000', 1_000],
  ['en', '1,000', 1_000],
  ['en', '1,234,567.5', 1_234_567.5],
  ['en', '1k', 1_000],
  ['en', '1.1k', 1_100],
  ['en', '2.5M', 2_500_000],
  ['en', '3b', 3_000_000_000],
  ['en', '12,5', 12.5],
  ['ru', '1 000', 1_000],
  ['ru', '1\u00A0234\u00A0567,5', 1_234_567.5],
  ['ru', '1,5к', 1_500],
  ['ru', '2м', 2_000_000],
  ['ru', '3.4', 3.4],
  ['pt', '1.000', 1_000],
  ['pt', '1.234,5', 1_234.5],
  ['pt', '1.5', 1.5],
  ['tr', '12.345', 12_345],
  ['zh', '1,000', 1_000],
  ['ja', '-5', -5],
  ['en', '.5', 0.5],
])('in %s "%s" is %d', (language, text, value) => {
  expect(parseAmount(text, separatorsOf(language))).toBe(value)
})

test.each(['', ' ', 'k', '1kk', '1x', 'abc', '1e5', '1,2,3', '1.2.3', '--1', '0x10', '.', '1k5', '½'])(
  'reads no number out of "%s"',
  (text) => {
    expect(parseAmount(text, separatorsOf('en'))).toBeNaN()
  },
)

test.each(LANGUAGES)('reads back in %s what it writes, with groups and as a field shows it', (language) => {
  const format = createFormats(language)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000_000 }),
      fc.constantFrom(1, 100, 10_000, 1_000_000),
      (coins, rate) => {
        expect(format.parse(format.exact(coins))).toBe(coins)
        expect(format.parse(format.field(coins / rate))).toBe(coins / rate)
      },
    ),
  )
})
