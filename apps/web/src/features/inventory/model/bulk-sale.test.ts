import type { Lot } from '@clutch/contract'
import { expect, test } from 'vitest'
import { planSale, suggestPrice } from './bulk-sale.ts'

const ownBid: Lot = {
  lot_uuid: '01900000-0000-7000-8000-000000000000',
  item_type_id: 1,
  type: 'buy',
  price: 20,
  currency: 'coin',
  prefer_lot_price: 20,
  prefer_lot_currency: 'coin',
  count: 4,
  current_count: 4,
  created_at: 0,
}
const book = {
  sell_orders: [{ price: 40, count: 9 }],
  buy_orders: [
    { price: 30, count: 5 },
    { price: 20, count: 4 },
    { price: 10, count: 3 },
  ],
  user_lots: [],
  fee_basis_points: 1_000,
  last_price: 33,
}

test('selling now takes the best bids down to the last one needed', () => {
  expect(planSale(book, 'now', 7, 0)).toEqual({
    count: 7,
    price: 20,
    nowCount: 7,
    nowFrom: 20,
    nowTo: 30,
    proceeds: 190 - 19,
    problem: null,
  })
})

test('selling now sells no more than is wanted, and says so', () => {
  expect(planSale(book, 'now', 50, 0)).toMatchObject({ count: 12, price: 10, problem: 'wanted_only' })
  expect(planSale({ ...book, buy_orders: [] }, 'now', 5, 0)).toMatchObject({ count: 0, proceeds: 0, problem: 'nobody' })
})

test('selling now passes over one’s own bids', () => {
  expect(planSale({ ...book, user_lots: [ownBid] }, 'now', 7, 0)).toMatchObject({ count: 7, price: 10, nowTo: 30 })
})

test('an order is placed whole at its price', () => {
  expect(planSale(book, 'order', 7, 39)).toMatchObject({ count: 7, price: 39, nowCount: 0, proceeds: 273 - 27 })
  expect(planSale({ ...book, user_lots: [ownBid] }, 'order', 7, 20)).toMatchObject({ problem: 'own_lot' })
})

test('the suggested price is just below the cheapest offer, and never meets a bid', () => {
  expect(suggestPrice(book, 50)).toBe(39)
  // The best bid is 30: an offer at 30 would sell into it.
  expect(suggestPrice({ ...book, sell_orders: [{ price: 31, count: 1 }] }, 50)).toBe(31)
  expect(suggestPrice({ ...book, sell_orders: [] }, 50)).toBe(50)
  expect(suggestPrice({ ...book, sell_orders: [] }, 0)).toBe(33)
  expect(suggestPrice({ ...book, sell_orders: [] }, 20)).toBe(31)
  expect(suggestPrice({ ...book, user_lots: [{ ...ownBid, type: 'sell', price: 40 }] }, 50)).toBe(40)
})

test('an order at another player’s price says that it queues behind them', () => {
  expect(planSale(book, 'order', 1, 40)).toMatchObject({ problem: 'behind' })
  expect(planSale(book, 'order', 1, 41)).toMatchObject({ problem: null })
  const ownOffer: Lot = { ...ownBid, type: 'sell', price: 40, current_count: 9 }
  expect(planSale({ ...book, user_lots: [ownOffer] }, 'order', 1, 40)).toMatchObject({ problem: null })
})
