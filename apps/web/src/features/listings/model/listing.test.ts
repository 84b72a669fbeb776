import type { Lot } from '@clutch/contract'
import { expect, test } from 'vitest'
import { NO_PRICES } from '#shared/live/live-holdings.ts'
import { priceToBeat, sumLots } from './listing.ts'

function lotOf(type: 'buy' | 'sell', price: number, current_count = 10): Lot {
  return {
    lot_uuid: '01900000-0000-7000-8000-000000000000',
    item_type_id: 1,
    type,
    price,
    currency: 'coin',
    prefer_lot_price: price,
    prefer_lot_currency: 'coin',
    count: 10,
    current_count,
    created_at: 0,
  }
}

test.each([
  ['a cheaper offer of another player', lotOf('sell', 50), { sell: 40, mySell: 50 }, { price: 39, isFirst: true }],
  ['an offer at the same price', lotOf('sell', 50), { sell: 50, mySell: 50 }, null],
  ['a cheaper offer of one’s own', lotOf('sell', 50), { sell: 40, mySell: 40 }, null],
  ['an offer that cannot be beaten', lotOf('sell', 5), { sell: 1, mySell: 5 }, { price: 1, isFirst: false }],
  [
    'an offer right above the best bid',
    lotOf('sell', 50),
    { sell: 40, buy: 39, mySell: 50 },
    { price: 40, isFirst: false },
  ],
  ['a bid right below the cheapest offer', lotOf('buy', 30), { buy: 34, sell: 35 }, { price: 34, isFirst: false }],
  ['an empty side', lotOf('sell', 50), { sell: 0 }, null],
  ['a higher bid of another player', lotOf('buy', 30), { buy: 34, myBuy: 30 }, { price: 35, isFirst: true }],
  ['a lower bid', lotOf('buy', 30), { buy: 30, myBuy: 30 }, null],
  ['a dearer bid of one’s own', lotOf('buy', 30), { buy: 34, myBuy: 34 }, null],
])('against %s the price to beat it is right', (_, lot, prices, expected) => {
  expect(priceToBeat(lot, { ...NO_PRICES, ...prices })).toEqual(expected)
})

test('totals count what is still open, and take the fee off sell lots only', () => {
  expect(sumLots([lotOf('sell', 99, 3), lotOf('sell', 10, 1)], 500)).toEqual({ items: 4, coins: 297 - 14 + 10 })
  expect(sumLots([lotOf('buy', 99, 3)], 500)).toEqual({ items: 3, coins: 297 })
  expect(sumLots([], 500)).toEqual({ items: 0, coins: 0 })
})
