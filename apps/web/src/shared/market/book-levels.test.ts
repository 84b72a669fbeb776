import { createEvent, decodeBatch, encodeBatch, Side, type LiveEvent } from '@clutch/contract/live'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { withLevel, type ItemDetails } from './book-levels.ts'

const EMPTY: ItemDetails = {
  sell_orders: [],
  buy_orders: [],
  user_lots: [],
  last_price: 0,
  fee_basis_points: 0,
  max_items_per_lot: 1,
}

function levelEvent(side: Side, price: number, count: number): LiveEvent {
  const value = { itemId: 1n, side, price: BigInt(price), count: BigInt(count) }
  const event = createEvent({ timestampMs: 1, eventId: 'e', payload: { case: 'bookLevelChanged', value } })
  const [decoded] = decodeBatch(encodeBatch([event])).events
  if (decoded === undefined) throw new Error('No event')
  return decoded
}

test('a book follows its level events: each price once, best first, empty levels removed', () => {
  const change = fc.tuple(
    fc.constantFrom(Side.BUY, Side.SELL),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 0, max: 3 }),
  )
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const levels = { [Side.BUY]: new Map<number, number>(), [Side.SELL]: new Map<number, number>() }
      let details = EMPTY
      for (const [side, price, count] of changes) {
        details = withLevel(details, levelEvent(side, price, count))
        if (count === 0) levels[side].delete(price)
        else levels[side].set(price, count)
        const listed = (of: typeof side, worseFirst: number) =>
          Array.from(levels[of], ([at, items]) => ({ price: at, count: items })).toSorted(
            (a, b) => (a.price - b.price) * worseFirst,
          )
        expect(details.sell_orders).toEqual(listed(Side.SELL, 1))
        expect(details.buy_orders).toEqual(listed(Side.BUY, -1))
      }
    }),
  )
})

test('events of other items leave the book as it is', () => {
  const other = {
    timestampMs: 1,
    eventId: 'e',
    type: 'eggCoinsUpdated',
    payload: { case: 'eggCoinsUpdated', value: 5n },
  }
  expect(withLevel(EMPTY, other as LiveEvent)).toBe(EMPTY)
})
