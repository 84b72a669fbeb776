import type { Lot } from '@clutch/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { previewOrder, type BookView, type Side } from './order-preview.ts'

const lot = (type: Side, price: number, open: number): Lot => ({
  lot_uuid: '0198a9a0-0000-7000-8000-000000000001',
  item_type_id: 1,
  type,
  price,
  currency: 'coin',
  prefer_lot_price: price,
  prefer_lot_currency: 'coin',
  count: open,
  current_count: open,
  created_at: 0,
})
const book: BookView = {
  sell_orders: [
    { price: 340, count: 5 },
    { price: 350, count: 4 },
    { price: 355, count: 3 },
    { price: 400, count: 100 },
  ],
  buy_orders: [
    { price: 330, count: 10 },
    { price: 320, count: 10 },
  ],
  user_lots: [],
  fee_basis_points: 250,
}

test('buys what is offered up to the price; the rest waits at it', () => {
  expect(previewOrder(book, 'buy', 355, 20)).toEqual({
    nowCount: 12,
    nowTotal: 5 * 340 + 4 * 350 + 3 * 355,
    nowFrom: 340,
    nowTo: 355,
    restCount: 8,
    total: 5 * 340 + 4 * 350 + 3 * 355 + 8 * 355,
    fee: 0,
    meetsOwnLot: false,
  })
})

test('sells to the highest bids first, and lists prices from low to high', () => {
  expect(previewOrder(book, 'sell', 320, 15)).toMatchObject({
    nowCount: 15,
    nowTotal: 10 * 330 + 5 * 320,
    nowFrom: 320,
    nowTo: 330,
    restCount: 0,
  })
})

test('charges the fee per price met, rounded down', () => {
  const cheap = {
    ...book,
    buy_orders: [
      { price: 39, count: 1 },
      { price: 38, count: 1 },
    ],
  }
  // 2.5 % of 39 and of 38 round down to nothing each; of both together they would be one coin.
  expect(previewOrder(cheap, 'sell', 38, 2)).toMatchObject({ nowTotal: 77, fee: 0 })
  expect(previewOrder(cheap, 'sell', 38, 4)).toMatchObject({ restCount: 2, fee: 1 })
  expect(previewOrder(cheap, 'buy', 500, 4).fee).toBe(0)
})

test('skips own lots and warns when the rest would match one', () => {
  const own = { ...book, user_lots: [lot('sell', 340, 5), lot('sell', 350, 1), lot('buy', 330, 10)] }
  expect(previewOrder(own, 'buy', 350, 3)).toMatchObject({
    nowCount: 3,
    nowFrom: 350,
    restCount: 0,
    meetsOwnLot: false,
  })
  expect(previewOrder(own, 'buy', 350, 4)).toMatchObject({ nowCount: 3, restCount: 1, meetsOwnLot: true })
  expect(previewOrder(own, 'sell', 330, 1)).toMatchObject({ nowCount: 0, meetsOwnLot: true })
})

test('an empty book makes the whole order wait', () => {
  const empty = { ...book, sell_orders: [] }
  expect(previewOrder(empty, 'buy', 10, 7)).toMatchObject({ nowCount: 0, nowTotal: 0, restCount: 7, total: 70 })
})

test('agrees with taking the cheapest items one by one', () => {
  const levels = fc.array(fc.record({ price: fc.integer({ min: 1, max: 30 }), count: fc.integer({ min: 1, max: 9 }) }))
  fc.assert(
    fc.property(levels, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 40 }), (offers, price, count) => {
      const sell_orders = offers.toSorted((a, b) => a.price - b.price)
      const units = sell_orders.flatMap((level) => Array<number>(level.count).fill(level.price))
      const taken = units.filter((unit) => unit <= price).slice(0, count)
      expect(previewOrder({ ...book, sell_orders }, 'buy', price, count)).toMatchObject({
        nowCount: taken.length,
        nowTotal: taken.reduce((sum, unit) => sum + unit, 0),
        nowFrom: taken[0] ?? 0,
        nowTo: taken.at(-1) ?? 0,
        restCount: count - taken.length,
      })
    }),
  )
})
