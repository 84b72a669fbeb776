import type { OwnLot } from '@clutch/contract'
import { expect, test } from 'vitest'
import { NO_PRICES, type ItemPrices } from '#shared/live/live-holdings.ts'
import { effectOf, planReprice, wouldTrade } from './reprice.ts'

function lot(type: 'buy' | 'sell', item_type_id: number, price: number, current_count = 10): OwnLot {
  return { lot_uuid: `${type}${item_type_id}${price}`, item_type_id, type, price, current_count } as OwnLot
}

const prices = new Map<number, ItemPrices>([
  [1, { ...NO_PRICES, sell: 40, buy: 30, mySell: 50 }],
  [2, { ...NO_PRICES, sell: 40, buy: 39, mySell: 50 }],
  [3, { ...NO_PRICES, sell: 50, mySell: 50 }],
  [4, { ...NO_PRICES, sell: 90, buy: 60, myBuy: 50 }],
])
const pricesOf = (itemId: number) => prices.get(itemId) ?? NO_PRICES
const planned = (lots: readonly OwnLot[]) => planReprice(lots, pricesOf).map(({ price, isFirst }) => [price, isFirst])

test('beaten lots get the price that beats, and none that trades at once', () => {
  expect(planned([lot('sell', 1, 50), lot('sell', 2, 50), lot('buy', 4, 50)])).toEqual([
    [39, true],
    [40, false],
    [61, true],
  ])
})

test('a lot that leads, one that is gone and one at the nearest price already stay as they are', () => {
  expect(planned([lot('sell', 3, 50), lot('sell', 1, 50, 0), lot('sell', 9, 50)])).toEqual([])
})

test('the effect is what all come to before and after; buy lots take the difference from the purse', () => {
  const sales = planReprice([lot('sell', 1, 50), lot('sell', 2, 50)], pricesOf)
  expect(effectOf(sales, 0)).toEqual({ before: 1_000, after: 790, needed: 0 })
  expect(effectOf(planReprice([lot('buy', 4, 50)], pricesOf), 0)).toEqual({ before: 500, after: 610, needed: 110 })
  expect(effectOf([], 0)).toEqual({ before: 0, after: 0, needed: 0 })
})

test('a price that the other side has reached meanwhile would trade', () => {
  const [line] = planReprice([lot('sell', 1, 50)], pricesOf)
  if (line === undefined) throw new Error('Nothing is beaten')
  expect(wouldTrade(line, { ...NO_PRICES, sell: 40, buy: 38 })).toBe(false)
  expect(wouldTrade(line, { ...NO_PRICES, sell: 40, buy: 39 })).toBe(true)
})

test('a buy lot trades when an offer has come down to its price, and never while nothing is offered', () => {
  const line = { lot: lot('buy', 4, 50), price: 61, isFirst: true }
  expect(wouldTrade(line, { ...NO_PRICES, sell: 61 })).toBe(true)
  expect(wouldTrade(line, { ...NO_PRICES, sell: 62 })).toBe(false)
  expect(wouldTrade(line, { ...NO_PRICES, sell: 0 })).toBe(false)
})
