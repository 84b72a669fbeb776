import { createEvent, decodeBatch, encodeBatch, Side, type LiveEvent } from '@clutch/contract/live'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Holdings } from './live-holdings.ts'

type Payload = Parameters<typeof createEvent>[0]['payload']
type TimedPayload = [timestampMs: number, payload: Payload]

/** Through the codec, like real events. */
function events(...entries: TimedPayload[]): readonly LiveEvent[] {
  return decodeBatch(
    encodeBatch(entries.map(([timestampMs, payload]) => createEvent({ timestampMs, eventId: 'e', payload }))),
  ).events
}
/** Holdings after these events. */
function holdingsAfter(...entries: TimedPayload[]): Holdings {
  const held = new Holdings()
  held.applyBatch(events(...entries))
  return held
}
const countsOf = ({ inventory }: Holdings) => new Map(inventory.entries())

const inventory = (itemId: number, count: number): Payload => ({
  case: 'inventoryItemUpdated',
  value: { itemId: BigInt(itemId), count: BigInt(count) },
})
const price = (itemId: number, side: Side, coins: number): Payload => ({
  case: 'priceChanged',
  value: { itemId: BigInt(itemId), side, price: BigInt(coins) },
})

test('an update of 0 removes the entry', () => {
  const held = holdingsAfter([1, inventory(5, 3)], [2, inventory(5, 0)])
  expect(held.inventory.get(5)).toBeUndefined()
})

test('an update below 0 also removes the entry', () => {
  const held = holdingsAfter([1, inventory(5, 3)], [2, inventory(5, -4)])
  expect(held.inventory.get(5)).toBeUndefined()
})

test('a wallet update arrives through the coin-change event, and an older one is ignored', () => {
  const coins = (value: bigint): Payload => ({ case: 'eggCoinsUpdated', value })
  expect(holdingsAfter([5, coins(70n)], [4, coins(10n)]).coins).toBe(70)
})

test('an older update of the same item is ignored, of another item it is not', () => {
  const held = holdingsAfter([10, inventory(5, 3)], [9, inventory(5, 99)], [1, inventory(6, 4)])
  expect([...held.inventory.entries()]).toEqual([
    [5, 3],
    [6, 4],
  ])
})

test('of two updates in the same millisecond the later one wins, in one batch and in two', () => {
  const held = holdingsAfter([10, inventory(5, 3)], [10, inventory(5, 2)])
  expect(held.inventory.get(5)).toBe(2)
  held.applyBatch(events([10, inventory(5, 1)]))
  expect(held.inventory.get(5)).toBe(1)
})

test('the newest update of each item wins, in any order of arrival', () => {
  const update = fc.record({ itemId: fc.integer({ min: 1, max: 4 }), count: fc.integer({ min: 0, max: 9 }) })
  fc.assert(
    fc.property(fc.array(update, { maxLength: 30 }), fc.infiniteStream(fc.nat()), (updates, chance) => {
      const timed = updates.map((entry, index) => ({ ...entry, timestampMs: index + 1 }))
      const shuffled = timed
        .map((entry) => ({ entry, rank: chance.next().value ?? 0 }))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ entry }) => entry)
      const expected = new Map<number, number>()
      for (const { itemId, count } of timed) {
        if (count > 0) expected.set(itemId, count)
        else expected.delete(itemId)
      }
      const held = new Holdings()
      for (const { itemId, count, timestampMs } of shuffled) {
        held.applyBatch(events([timestampMs, inventory(itemId, count)]))
      }
      expect(countsOf(held)).toEqual(expected)
    }),
  )
})

test('a snapshot requested before an event does not undo it', () => {
  const held = new Holdings()
  const askedAt = held.sequence
  held.applyBatch(events([1, inventory(5, 3)], [1, inventory(7, 0)], [1, inventory(8, 4)]))
  held.applyInventorySnapshot(
    [
      { TypeId: 5, Count: 1 },
      { TypeId: 6, Count: 2 },
      { TypeId: 7, Count: 9 },
    ],
    askedAt,
  )
  expect(countsOf(held)).toEqual(
    new Map([
      [5, 3],
      [6, 2],
      [8, 4],
    ]),
  )
})

test('a snapshot requested after an event replaces it', () => {
  const held = holdingsAfter([1, inventory(5, 3)])
  held.applyInventorySnapshot([], held.sequence)
  expect(countsOf(held)).toEqual(new Map())
})

test('prices keep live values over an older list and take own prices from it', () => {
  const held = new Holdings()
  const askedAt = held.sequence
  held.applyBatch(events([1, price(5, Side.SELL, 30)]))
  held.applyPriceSnapshot(
    {
      sell_lots: [{ item_type_id: 5, price: 40, my_price: 41 }],
      buy_lots: [{ item_type_id: 5, price: 20, my_price: 0 }],
    },
    askedAt,
  )
  expect(held.prices.get(5)).toEqual({ sell: 30, buy: 20, mySell: 41, myBuy: 0 })
})

test('own best prices follow own lots', () => {
  const held = new Holdings()
  held.applyOwnLots([{ item_type_id: 9, type: 'buy', price: 1 }])
  held.applyOwnLots([
    { item_type_id: 5, type: 'sell', price: 30 },
    { item_type_id: 5, type: 'sell', price: 28 },
    { item_type_id: 5, type: 'buy', price: 10 },
    { item_type_id: 5, type: 'buy', price: 12 },
  ])
  expect(held.prices.get(5)).toMatchObject({ mySell: 28, myBuy: 12 })
  expect(held.prices.get(9)).toMatchObject({ myBuy: 0 })
})

test('a balance read before a change does not undo it', () => {
  const held = holdingsAfter([1, { case: 'eggCoinsUpdated', value: 70n }])
  held.setCoins(50, 0)
  expect(held.coins).toBe(70)
  held.setCoins(50, held.sequence)
  expect(held.coins).toBe(50)
})

test.each([
  [1, 2, 3],
  [1, 9, undefined],
  [1, 0, 5],
  [1, -4, 5],
])(
  'item %i less %i leaves %s: counts never go below 0, and a decrease by 0 or less is a no-op',
  (itemId, count, left) => {
    const held = holdingsAfter([1, inventory(1, 5)], [1, inventory(2, 3)])
    held.spendItems([{ itemId, count }])
    expect(held.inventory.get(itemId)).toBe(left)
    expect(held.inventory.get(2)).toBe(3)
  },
)

test('a subscriber of one item is not notified about others', () => {
  const held = holdingsAfter([1, inventory(5, 3)], [1, price(5, Side.SELL, 30)])
  const heard: string[] = []
  held.inventory.subscribe([5], () => heard.push('count of 5'))
  held.inventory.subscribe([6], () => heard.push('count of 6'))
  held.prices.subscribe([5], () => heard.push('price of 5'))
  held.applyBatch(events([2, inventory(6, 1)], [3, inventory(6, 2)]))
  expect(heard).toEqual(['count of 6'])
  held.applyBatch(events([2, price(5, Side.BUY, 20)]))
  expect(heard).toEqual(['count of 6', 'price of 5'])
})

test('an event without a change notifies no subscriber', () => {
  const held = holdingsAfter([1, inventory(5, 3)], [1, price(5, Side.SELL, 30)])
  const heard: string[] = []
  held.inventory.subscribe([5], () => heard.push('count'))
  held.prices.subscribe([5], () => heard.push('price'))
  held.applyBatch(events([2, inventory(5, 3)], [2, price(5, Side.SELL, 30)]))
  held.applyPriceSnapshot({ sell_lots: [{ item_type_id: 5, price: 30, my_price: 0 }], buy_lots: [] }, held.sequence)
  expect(heard).toEqual([])
})

test('signing out clears all data of the player', () => {
  const held = holdingsAfter(
    [9, inventory(5, 3)],
    [9, price(5, Side.SELL, 30)],
    [9, { case: 'eggCoinsUpdated', value: 70n }],
  )
  held.clear()
  expect(countsOf(held)).toEqual(new Map())
  expect(held.prices.size).toBe(0)
  expect(held.coins).toBeUndefined()
  held.applyBatch(events([1, inventory(5, 1)]))
  expect(held.inventory.get(5)).toBe(1)
})
