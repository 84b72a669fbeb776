import { expect, test } from 'vitest'
import { createItem } from '../testing/create-item.ts'
import { expectItems } from './expected-items.ts'

const byId = new Map(
  [
    createItem(1),
    createItem(2),
    createItem(10, { Type: 'bundle', Bundle: '1x3;2' }),
    createItem(20, { Type: 'generator', Bundle: '1x1;10x1;40x2' }),
    createItem(30, { Type: 'bundle', Bundle: '30x1;1x1' }),
    createItem(40, { Type: 'bundle', Bundle: '' }),
  ].map((item) => [item.Itemdefid, item]),
)

test('a plain item is itself', () => {
  expect(expectItems(byId, [{ itemId: 1, count: 2.5 }])).toEqual([{ itemId: 1, count: 2.5 }])
})

test('a bundle yields its entries, a generator each by its share, bundle 40 nothing', () => {
  expect(expectItems(byId, [{ itemId: 10, count: 2 }])).toEqual([
    { itemId: 1, count: 6 },
    { itemId: 2, count: 2 },
  ])
  expect(expectItems(byId, [{ itemId: 20, count: 4 }])).toEqual([
    { itemId: 1, count: 4 },
    { itemId: 2, count: 1 },
  ])
})

test('a cycle, which no valid pack has, comes to an end', () => {
  expect(expectItems(byId, [{ itemId: 30, count: 1 }]).length).toBe(1)
})
