export interface TableSort {
  readonly key: string
  readonly isAscending: boolean
}

interface SortableColumn<Item> {
  readonly key: string
  readonly sortBy?: (row: Item) => number | string | null
}

/** A new column starts descending; pressing it again reverses it, a third press removes the sort. */
export function toggleSort(sort: TableSort | null, key: string): TableSort | null {
  if (sort?.key !== key) return { key, isAscending: false }
  return sort.isAscending ? null : { key, isAscending: true }
}

type CompareNames = (one: string, other: string) => number

/**
 * Sorted rows; those without a value come last in both directions.
 * @param compareNames the order of texts in the page's language
 */
export function sortRows<Item>(
  rows: readonly Item[],
  columns: readonly SortableColumn<Item>[],
  sort: TableSort | null,
  compareNames: CompareNames,
): readonly Item[] {
  const sortBy = columns.find(({ key }) => key === sort?.key)?.sortBy
  if (sort === null || sortBy === undefined) return rows
  const direction = sort.isAscending ? 1 : -1
  return rows
    .map((row) => ({ row, value: sortBy(row) }))
    .toSorted((one, other) => {
      if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null)
      return compare(one.value, other.value, compareNames) * direction
    })
    .map(({ row }) => row)
}

function compare(one: number | string, other: number | string, compareNames: CompareNames): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return compareNames(String(one), String(other))
}
