import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coinDenomination, shortenChartCount, shortenPrice, shortenQuantity } from './amounts.ts'

test.each([
  [0, 'bronze', 0],
  [99, 'bronze', 0.99],
  [9_999, 'bronze', 99.99],
  [10_000, 'silver', 1],
  [999_999, 'silver', 99.9999],
  [1_000_000, 'gold', 1],
  [2_500_000, 'gold', 2.5],
] as const)('%i coins show as %s %f', (coins, coin, amount) => {
  expect(coinDenomination(coins)).toEqual({ coin, amount })
})

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1k'],
  [1_234, '1.23k'],
  [999_999, '999.99k'],
  [1_000_000, '1m'],
  [12_340_000, '12.34m'],
  [1_000_000_000, '1b'],
  [1_000_000_000_000, '1t'],
  [Number.MAX_SAFE_INTEGER, '9007.19t'],
])('a price of %i is shortened to %s', (coins, text) => {
  expect(shortenPrice(coins)).toBe(text)
})

test.each([
  [999, '999'],
  [1_000, '1k'],
  [1_250, '1.2k'],
  [1_000_000, '1000k'],
])('a quantity of %i is shortened to %s', (count, text) => {
  expect(shortenQuantity(count)).toBe(text)
})

test.each([
  [1_000, '1000'],
  [1_001, '1K'],
  [1_500, '1.5K'],
  [1_000_000, '1000K'],
  [1_000_001, '1M'],
  [2_750_000, '2.7M'],
])('a count of %i in a chart is shortened to %s', (count, text) => {
  expect(shortenChartCount(count)).toBe(text)
})

test('a shortened amount never exceeds the amount', () => {
  const units: Readonly<Record<string, number>> = { k: 1e3, K: 1e3, m: 1e6, M: 1e6, b: 1e9, t: 1e12 }
  const valueOf = (text: string) => Number.parseFloat(text) * (units[text.at(-1) ?? ''] ?? 1)
  fc.assert(
    fc.property(
      fc.maxSafeNat(),
      fc.constantFrom(shortenPrice, shortenQuantity, shortenChartCount),
      (amount, shorten) => {
        const shown = valueOf(shorten(amount))
        expect(shown).toBeLessThanOrEqual(amount * (1 + Number.EPSILON))
        expect(shown).toBeGreaterThan(amount * 0.9 - 1)
      },
    ),
  )
})
