import { createEvent, decodeBatch, encodeBatch, Side, type LiveEvent } from '@clutch/contract/live'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applyBatch,
  NO_HOLDINGS,
  takeCoins,
  takeInventory,
  takeOwnLots,
  takePrices,
  spendItems,
} from './live-holdings.ts'

type Payload = Parameters<typeof createEvent>[0]['payload']

/** Through the codec, as events really come. */
function events(...entries: readonly [timestampMs: number, payload: Payload][]): LiveEvent[] {
  return decodeBatch(
    encodeBatch(entries.map(([timestampMs, payload]) => createEvent({ timestampMs, eventId: 'e', payload }))),
  )
}
const inventory = (itemId: number, count: number): Payload => ({
  case: 'inventoryItemUpdated',
  value: { itemId: BigInt(itemId), count: BigInt(count) },
})
const price = (itemId: number, side: Side, coins: number): Payload => ({
  case: 'priceChanged',
  value: { itemId: BigInt(itemId), side, price: BigInt(coins) },
})

test('an update of 0 removes the entry', () => {
  const held = applyBatch(NO_HOLDINGS, events([1, inventory(5, 3)], [2, inventory(5, 0)]))
  expect(held.inventory.has(5)).toBe(false)
})

test('an update below 0 removes the entry, too', () => {
  const held = applyBatch(NO_HOLDINGS, events([1, inventory(5, 3)], [2, inventory(5, -4)]))
  expect(held.inventory.has(5)).toBe(false)
})

test('a wallet update arrives through the coin-change event, and an older one is ignored', () => {
  const coins = (value: bigint): Payload => ({ case: 'eggCoinsUpdated', value })
  expect(applyBatch(NO_HOLDINGS, events([5, coins(70n)], [4, coins(10n)])).coins).toBe(70)
})

test('an older update of the same item is ignored, of another item it is not', () => {
  const held = applyBatch(NO_HOLDINGS, events([10, inventory(5, 3)], [9, inventory(5, 99)], [1, inventory(6, 4)]))
  expect([...held.inventory]).toEqual([
    [5, 3],
    [6, 4],
  ])
})

test('whatever the order of arrival, the newest update of each item stands', () => {
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
      let held = NO_HOLDINGS
      for (const { itemId, count, timestampMs } of shuffled) {
        held = applyBatch(held, events([timestampMs, inventory(itemId, count)]))
      }
      expect(new Map(held.inventory)).toEqual(expected)
    }),
  )
})

test('a snapshot asked for before an event does not undo it', () => {
  const askedAt = NO_HOLDINGS.sequence
  const moved = applyBatch(NO_HOLDINGS, events([1, inventory(5, 3)], [1, inventory(7, 0)]))
  const held = takeInventory(
    moved,
    [
      { TypeId: 5, Count: 1 },
      { TypeId: 6, Count: 2 },
      { TypeId: 7, Count: 9 },
    ],
    askedAt,
  )
  expect(new Map(held.inventory)).toEqual(
    new Map([
      [5, 3],
      [6, 2],
    ]),
  )
})

test('a snapshot asked for after an event replaces it', () => {
  const moved = applyBatch(NO_HOLDINGS, events([1, inventory(5, 3)]))
  expect(new Map(takeInventory(moved, [], moved.sequence).inventory)).toEqual(new Map())
})

test('prices keep live values over an older list and take own prices from it', () => {
  const askedAt = NO_HOLDINGS.sequence
  const moved = applyBatch(NO_HOLDINGS, events([1, price(5, Side.SELL, 30)]))
  const held = takePrices(
    moved,
    {
      sell_lots: [{ item_type_id: 5, price: 40, my_price: 41 }],
      buy_lots: [{ item_type_id: 5, price: 20, my_price: 0 }],
    },
    askedAt,
  )
  expect(held.prices.get(5)).toEqual({ sell: 30, buy: 20, mySell: 41, myBuy: 0 })
})

test('own best prices follow the own lots', () => {
  const before = takeOwnLots(NO_HOLDINGS, [{ item_type_id: 9, type: 'buy', price: 1 }])
  const held = takeOwnLots(before, [
    { item_type_id: 5, type: 'sell', price: 30 },
    { item_type_id: 5, type: 'sell', price: 28 },
    { item_type_id: 5, type: 'buy', price: 10 },
    { item_type_id: 5, type: 'buy', price: 12 },
  ])
  expect(held.prices.get(5)).toMatchObject({ mySell: 28, myBuy: 12 })
  expect(held.prices.get(9)).toMatchObject({ myBuy: 0 })
})

test('the balance of a profile read before a change does not undo it', () => {
  const moved = applyBatch(NO_HOLDINGS, events([1, { case: 'eggCoinsUpdated', value: 70n }]))
  expect(takeCoins(moved, 50, 0).coins).toBe(70)
  expect(takeCoins(moved, 50, moved.sequence).coins).toBe(50)
})

test('inventory counts never go below 0, and a decrease by 0 or less is a no-op', () => {
  const holdings = {
    ...NO_HOLDINGS,
    inventory: new Map([
      [1, 5],
      [2, 3],
    ]),
  }
  const spend = (itemId: number, count: number) => [...spendItems(holdings, [{ itemId, count }]).inventory]
  expect(spend(1, 2)).toEqual([
    [1, 3],
    [2, 3],
  ])
  expect(spend(1, 9)).toEqual([[2, 3]])
  expect(spend(1, 0)).toEqual([
    [1, 5],
    [2, 3],
  ])
  expect(spend(1, -4)).toEqual([
    [1, 5],
    [2, 3],
  ])
})
