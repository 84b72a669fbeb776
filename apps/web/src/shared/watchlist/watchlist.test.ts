import { expect, test, vi } from 'vitest'
import { createMemoryStorage } from '../storage/memory-storage.ts'

vi.stubGlobal('window', { localStorage: createMemoryStorage(), addEventListener: () => undefined, fetch })
const { withItem } = await import('./watchlist.ts')

test('a newly watched item comes first', () => {
  expect([...withItem(new Set([1, 2]), 3, true)]).toEqual([3, 1, 2])
})

test('an item is listed once', () => {
  expect([...withItem(new Set([1, 2]), 2, true)]).toEqual([2, 1])
})

test('removing an item leaves the others as they were', () => {
  const before = new Set([1, 2, 3])
  expect([...withItem(before, 2, false)]).toEqual([1, 3])
  expect([...before]).toEqual([1, 2, 3])
})
