import { expect, test } from 'vitest'
import { MARKET_HISTORY_EFFECTS, MARKET_HISTORY_TYPES } from './constants.ts'

test.each([
  ['buy_manual', 1, -1],
  ['buy_auto', 1, -1],
  ['cancel_sell', 1, -1],
  ['sell_manual', -1, 1],
  ['sell_auto', -1, 1],
  ['cancel_buy', -1, 1],
  ['exchange_from_steam', 0, 1],
  ['exchange_to_steam', 0, -1],
] as const)('order type effects: %s changes the item count by sign %i and money by sign %i', (type, items, coins) => {
  expect(MARKET_HISTORY_EFFECTS[type]).toEqual({ items, coins })
})

test('every order type defines its effects', () => {
  expect(Object.keys(MARKET_HISTORY_EFFECTS).toSorted()).toEqual([...MARKET_HISTORY_TYPES].toSorted())
})
