import { expect, test } from 'vitest'
import { itemHash, itemOfHash } from './item-address.ts'

test('names an item and reads it back', () => {
  expect(itemHash(42)).toBe('/item=42')
  expect(itemOfHash(itemHash(42))).toBe(42)
  expect(itemOfHash('#/item=42')).toBe(42)
})

test.each(['', '/item=', '/item=x', '/item=1x', '/item=12345678', 'item', '/other=1'])('%o names no item', (hash) => {
  expect(itemOfHash(hash)).toBeUndefined()
})
