import { expect, test } from 'vitest'
import { createItem } from '#shared/testing/create-item.ts'
import { listFilterItems } from './history-filter.ts'

test('the dropdown lists only catalogue entries of type item without the tag type:busy', () => {
  const items = [
    createItem(1, { Type: 'item', Tags: ['type:ore'] }),
    createItem(2, { Type: 'item', Tags: ['type:ore', ' Type:Busy '] }),
    createItem(3, { Type: 'bundle', Tags: [] }),
    createItem(4, { Type: 'generator', Tags: [] }),
    createItem(5, { Type: 'item', Tags: [] }),
  ]
  expect(listFilterItems(items).map(({ Itemdefid }) => Itemdefid)).toEqual([1, 5])
})
