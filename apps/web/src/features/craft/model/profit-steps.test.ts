import { expect, test } from 'vitest'
import { NO_PRICES } from '#shared/live/live-holdings.ts'
import type { Pricing } from '#shared/production/valuation.ts'
import { profitSteps } from './profit-steps.ts'

const PRICES = new Map([
  [1, { ...NO_PRICES, sell: 10 }],
  [2, { ...NO_PRICES, sell: 20 }],
  [3, { ...NO_PRICES, buy: 80 }],
])
const pricing = (feeBasisPoints: number): Pricing => ({
  mode: 'now',
  feeBasisPoints,
  pricesOf: (itemId) => PRICES.get(itemId) ?? NO_PRICES,
})
const [ORE, COAL] = [
  { itemId: 1, count: 2 },
  { itemId: 2, count: 1 },
]

test('each ingredient begins where the one before ends, and the profit is between cost and sales', () => {
  expect(profitSteps([ORE, COAL], [{ itemId: 3, count: 1 }], pricing(0))).toEqual([
    { of: ORE, coins: -20, span: { from: 0, to: 0.25, tone: 'loss' } },
    { of: COAL, coins: -20, span: { from: 0.25, to: 0.5, tone: 'loss' } },
    { of: 'sales', coins: 80, span: { from: 0, to: 1, tone: 'gain' } },
    { of: 'profit', coins: 40, span: { from: 0.5, to: 1, tone: 'gain' } },
  ])
})

test('the fee shortens the profit from the end', () => {
  expect(profitSteps([ORE, COAL], [{ itemId: 3, count: 1 }], pricing(2_500))?.slice(-2)).toEqual([
    { of: 'fee', coins: -20, span: { from: 0.75, to: 1, tone: 'loss' } },
    { of: 'profit', coins: 20, span: { from: 0.5, to: 0.75, tone: 'gain' } },
  ])
})

test('a loss is what the sales do not cover', () => {
  expect(profitSteps([{ itemId: 2, count: 8 }], [{ itemId: 3, count: 1 }], pricing(0))?.at(-1)).toEqual({
    of: 'profit',
    coins: -80,
    span: { from: 0.5, to: 1, tone: 'loss' },
  })
})

test('there are no steps without all prices', () => {
  expect(profitSteps([ORE], [{ itemId: 9, count: 1 }], pricing(0))).toBeUndefined()
  expect(profitSteps([{ itemId: 9, count: 1 }], [{ itemId: 3, count: 1 }], pricing(0))).toBeUndefined()
})
