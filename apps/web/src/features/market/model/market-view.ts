import { COLUMNS, type MarketColumn } from './columns.ts'

/** What of the market is shown, as the address carries it. */
export interface MarketView {
  readonly query: string
  readonly tags: readonly string[]
  readonly sort: MarketColumn | null
  readonly isAscending: boolean
  readonly isOwnedOnly: boolean
  readonly isWatchedOnly: boolean
  /** A map of what trades in place of the list. */
  readonly isMap: boolean
}

/** Tags are joined with what item definitions themselves join them with, so it can be in none. */
const TAG_SEPARATOR = ';'

type AddressSearch = Readonly<Record<string, unknown>>

export function readMarketView(search: AddressSearch): MarketView {
  const tags = textOf(search['tags'])
  return {
    query: textOf(search['q']),
    tags: tags === '' ? [] : tags.split(TAG_SEPARATOR),
    sort: COLUMNS.find((column) => column === search['sort']) ?? null,
    isAscending: search['order'] === 'asc',
    isOwnedOnly: search['owned'] === '1',
    isWatchedOnly: search['watched'] === '1',
    isMap: search['view'] === 'map',
  }
}

/** What is as it is by default stays out of the address. */
export function writeMarketView(view: MarketView): Record<string, string> {
  const { query, tags, sort, isAscending, isOwnedOnly, isWatchedOnly, isMap } = view
  return {
    ...(query !== '' && { q: query }),
    ...(tags.length > 0 && { tags: tags.join(TAG_SEPARATOR) }),
    ...(sort !== null && { sort }),
    ...(sort !== null && isAscending && { order: 'asc' }),
    ...(isOwnedOnly && { owned: '1' }),
    ...(isWatchedOnly && { watched: '1' }),
    ...(isMap && { view: 'map' }),
  }
}

/** A new field starts descending; pressing the same one again turns it round (document 1 §5). */
export function toggleSort(view: MarketView, sort: MarketColumn): MarketView {
  return view.sort === sort ? { ...view, isAscending: !view.isAscending } : { ...view, sort, isAscending: false }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
