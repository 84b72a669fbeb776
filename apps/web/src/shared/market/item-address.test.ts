import { ITEM_ID_MAX } from '@clutch/contract/constants'
import { expect, test } from 'vitest'
import { itemHash, itemOfHash } from './item-address.ts'

test('names an item and reads it back', () => {
  expect(itemHash(42)).toBe('/item=42')
  expect(itemOfHash(itemHash(42))).toBe(42)
  expect(itemOfHash('#/item=42')).toBe(42)
  expect(itemOfHash(itemHash(ITEM_ID_MAX))).toBe(ITEM_ID_MAX)
  expect(itemOfHash(itemHash(ITEM_ID_MAX + 1))).toBeUndefined()
})

const NO_ITEM = ['', '/item=', '/item=x', '/item=1x', '/item=0', '/item=2147483648', 'item', '/other=1']

test.each(NO_ITEM)('%o names no item', (hash) => {
  expect(itemOfHash(hash)).toBeUndefined()
})
