import { expect, test } from 'vitest'
import { addressOf, readSaved, SAVED_MAX, viewOf, withSearch } from './saved-searches.ts'

const VIEW = {
  query: 'tin & ore',
  tags: ['use:fuel'],
  sort: 'buy' as const,
  isAscending: true,
  isOwnedOnly: true,
  isWatchedOnly: false,
  isMap: false,
}

test('a search survives being kept, with everything that narrows and orders it', () => {
  expect(viewOf(addressOf(VIEW))).toEqual(VIEW)
  expect(addressOf({ ...VIEW, isMap: true }), 'list or map is not what is searched for').toBe(addressOf(VIEW))
})

test('a search saved again moves to the front, and the oldest goes when there are too many', () => {
  expect(withSearch(['a', 'b'], 'b')).toEqual(['b', 'a'])
  const many = Array.from({ length: SAVED_MAX }, (_, index) => String(index))
  expect(withSearch(many, 'new')).toEqual(['new', ...many.slice(0, -1)])
})

test.each([null, '', 'nonsense', '{"a":1}', '[1,null,""]'])('%j in the storage is not a search', (kept) => {
  expect(readSaved(kept)).toEqual([])
})
