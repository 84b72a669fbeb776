import { describe, expect, test } from 'vitest'
import { NO_PRICES, type ItemPrices } from '../live/live-holdings.ts'
import { buyPrice, sellPrice, valueRun } from './valuation.ts'

const prices = new Map<number, ItemPrices>([
  [1, { ...NO_PRICES, sell: 10, buy: 8 }],
  [2, { ...NO_PRICES, sell: 40, buy: 30 }],
  [3, { ...NO_PRICES, buy: 5 }],
])
const pricesOf = (itemId: number) => prices.get(itemId) ?? NO_PRICES

describe('the pricing mode', () => {
  test('now buys at the offers and sells to the bids', () => {
    expect(
      valueRun([{ itemId: 1, count: 2 }], [{ itemId: 2, count: 1 }], 60, { mode: 'now', feeBasisPoints: 0, pricesOf }),
    ).toEqual({
      cost: 20,
      worth: 30,
      profit: 10,
      profitPerHour: 600,
      isEnergised: false,
    })
  })

  test('order buys at the bids and sells at the offers', () => {
    expect(
      valueRun([{ itemId: 1, count: 2 }], [{ itemId: 2, count: 1 }], 60, {
        mode: 'order',
        feeBasisPoints: 0,
        pricesOf,
      }),
    ).toMatchObject({
      cost: 16,
      worth: 40,
      profit: 24,
    })
  })

  test('order falls back on the other side of an empty book, now does not', () => {
    expect(buyPrice(pricesOf(3), 'now')).toBe(0)
    expect(sellPrice({ ...NO_PRICES, buy: 5 }, 'order')).toBe(5)
    expect(buyPrice({ ...NO_PRICES, sell: 7 }, 'order')).toBe(7)
  })
})

test('without all prices there is no profit', () => {
  expect(
    valueRun([{ itemId: 9, count: 1 }], [{ itemId: 2, count: 1 }], 60, { mode: 'now', feeBasisPoints: 0, pricesOf }),
  ).toEqual({
    cost: null,
    worth: 30,
    profit: null,
    profitPerHour: null,
    isEnergised: false,
  })
})

test('instant recipes have no profit per hour', () => {
  expect(
    valueRun([{ itemId: 1, count: 1 }], [{ itemId: 2, count: 1 }], 0, { mode: 'now', feeBasisPoints: 0, pricesOf })
      .profitPerHour,
  ).toBeNull()
})

test('expected outputs count as their average', () => {
  expect(valueRun([], [{ itemId: 2, count: 2.5 }], 0, { mode: 'now', feeBasisPoints: 0, pricesOf }).worth).toBe(75)
})

test('the market fee reduces the profit', () => {
  const pricing = { mode: 'now', feeBasisPoints: 500, pricesOf } as const
  const free = valueRun([{ itemId: 1, count: 2 }], [{ itemId: 2, count: 1 }], 60, { ...pricing, feeBasisPoints: 0 })
  const taxed = valueRun([{ itemId: 1, count: 2 }], [{ itemId: 2, count: 1 }], 60, pricing)
  expect(taxed.cost).toBe(free.cost)
  expect(taxed.worth).toBeCloseTo((free.worth ?? 0) * 0.95)
  expect(taxed.profit).toBeCloseTo((free.profit ?? 0) - (free.worth ?? 0) * 0.05)
})

test('an energised player makes four runs in the time of three', () => {
  const pricing = { mode: 'now', feeBasisPoints: 0, pricesOf } as const
  const [usual, energised] = [false, true].map((isEnergised) =>
    valueRun([{ itemId: 1, count: 2 }], [{ itemId: 2, count: 1 }], 60, { ...pricing, isEnergised }),
  )
  expect(energised?.profit).toBe(usual?.profit)
  expect(energised?.profitPerHour).toBe(((usual?.profitPerHour ?? 0) * 4) / 3)
})
