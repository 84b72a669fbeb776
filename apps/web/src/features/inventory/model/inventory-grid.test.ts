import { expect, test } from 'vitest'
import { createItem } from '#shared/testing/create-item.ts'
import { listOwned } from './inventory-grid.ts'

const byId = new Map([
  [1, createItem(1, { Name: 'Iron Ore', Tags: ['a'] })],
  [2, createItem(2, { Name: 'Egg', Tags: ['b', 'c'] })],
])
const inventory = new Map([
  [1, 3],
  [2, 9],
  [77, 5],
])
const list = (query: string, tags: readonly string[]) =>
  listOwned(inventory, byId, query, tags).map(({ itemId }) => itemId)

test('shows most first, also what the catalogue does not know', () => {
  expect(list('', [])).toEqual([2, 77, 1])
})

test('any one of the chosen tags suffices', () => {
  expect(list('', ['A', 'c'])).toEqual([2, 1])
})

test('search narrows, and hides the unknown', () => {
  expect(list('ore', [])).toEqual([1])
})
