import { expect, it } from 'vitest'
import { quantilesOf } from './distribution.ts'

const upTo = (count: number) => Float64Array.from({ length: count }, (_, index) => index + 1)

it('a quantile is the smallest value that at least its share of all values does not exceed', () => {
  expect(quantilesOf(upTo(100)).map(({ value }) => value)).toEqual([5, 25, 50, 75, 95])
  expect(quantilesOf(upTo(10)).map(({ value }) => value)).toEqual([1, 3, 5, 8, 10])
  expect(quantilesOf(upTo(1)).map(({ value }) => value)).toEqual([1, 1, 1, 1, 1])
})

it('the confidence interval of a quantile is as wide as the sample size implies', () => {
  // 1.96 × √(10,000 × 0.5 × 0.5) is 98.
  const median = quantilesOf(upTo(10_000))[2]
  expect(median).toEqual({ percent: 50, value: 5_000, low: 4_902, high: 5_098 })
})
