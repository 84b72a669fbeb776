import type { OwnLot } from '@clutch/contract'
import { describe, expect, it } from 'vitest'
import { queuePrices } from './queue-prices.ts'

const book = {
  sell_orders: [
    { price: 50, count: 3 },
    { price: 60, count: 9 },
  ],
  buy_orders: [
    { price: 40, count: 5 },
    { price: 39, count: 1 },
  ],
  user_lots: [],
}

function ownLot(type: 'buy' | 'sell', price: number, count: number): OwnLot {
  return {
    lot_uuid: '00000000-0000-4000-8000-000000000000',
    item_type_id: 1,
    type,
    price,
    currency: 'coin',
    prefer_lot_price: price,
    prefer_lot_currency: 'coin',
    count,
    current_count: count,
    created_at: 0,
    ahead_count: 0,
  }
}

describe('where to queue', () => {
  it('is at the best price of the same side, or one coin better', () => {
    expect(queuePrices(book, 'sell')).toEqual({ match: 50, first: 49 })
    expect(queuePrices(book, 'buy')).toEqual({ match: 40, first: 41 })
  })

  it('offers no better price where that would trade at once', () => {
    const narrow = { ...book, buy_orders: [{ price: 49, count: 1 }] }
    expect(queuePrices(narrow, 'sell')).toEqual({ match: 50, first: null })
    expect(queuePrices(narrow, 'buy')).toEqual({ match: 49, first: null })
  })

  it('passes over levels that are all one’s own', () => {
    expect(queuePrices({ ...book, user_lots: [ownLot('sell', 50, 3)] }, 'sell')).toEqual({ match: 60, first: 59 })
    expect(queuePrices({ ...book, user_lots: [ownLot('sell', 50, 2)] }, 'sell')).toEqual({ match: 50, first: 49 })
    expect(queuePrices({ ...book, sell_orders: [] }, 'sell')).toBeNull()
  })
})
