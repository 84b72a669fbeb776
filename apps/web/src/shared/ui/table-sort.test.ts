import { expect, test } from 'vitest'
import { createFormats } from '../format/formats.ts'
import { sortRows, toggleSort } from './table-sort.ts'

interface Entry {
  readonly name: string
  readonly profit: number | null
}

const columns = [
  { key: 'profit', sortBy: ({ profit }: Entry) => profit },
  { key: 'name', sortBy: ({ name }: Entry) => name },
]
const rows: readonly Entry[] = [
  { name: 'tin', profit: null },
  { name: 'oak', profit: -3 },
  { name: 'ash', profit: 8 },
]
const names = (sort: Parameters<typeof sortRows>[2]) =>
  sortRows(rows, columns, sort, createFormats('en').compare).map(({ name }) => name)

test('without a sort the rows keep their order', () => {
  expect(names(null)).toEqual(['tin', 'oak', 'ash'])
})

test.each([
  [false, ['ash', 'oak', 'tin']],
  [true, ['oak', 'ash', 'tin']],
])('rows without a value come last, ascending: %s', (isAscending, order) => {
  expect(names({ key: 'profit', isAscending })).toEqual(order)
})

test('texts can be sorted', () => {
  expect(names({ key: 'name', isAscending: true })).toEqual(['ash', 'oak', 'tin'])
})

test('a head sorts descending, then ascending, then not at all', () => {
  const first = toggleSort(null, 'profit')
  expect(first).toEqual({ key: 'profit', isAscending: false })
  const second = toggleSort(first, 'profit')
  expect(second).toEqual({ key: 'profit', isAscending: true })
  expect(toggleSort(second, 'profit')).toBeNull()
  expect(toggleSort(second, 'name')).toEqual({ key: 'name', isAscending: false })
})
