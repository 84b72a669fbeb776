import type { ItemDefinition } from '@clutch/contract'
import { describe, expect, test } from 'vitest'
import { NO_PRICES, type ItemPrices } from '#shared/live/live-holdings.ts'
import { createItem } from '#shared/testing/create-item.ts'
import { weekChange, type ItemStat } from '#shared/market/market-stat.ts'
import { COLUMNS, readColumns, writeColumns } from './columns.ts'
import { listMarket } from './market-list.ts'
import { readMarketView, toggleSort, writeMarketView, type MarketView } from './market-view.ts'

const all: MarketView = readMarketView({})
const items: readonly ItemDefinition[] = [
  createItem(1, { Name: 'Iron Ore', NameRu: 'Железная руда', Tags: ['type:material', 'tier:1'] }),
  createItem(2, { Name: 'Egg', NameTr: 'İnci Yumurta', DescriptionJa: '卵です', Tags: ['Type:Material '] }),
  createItem(3, { Name: 'Bound Soul', CanSell: false, Tags: ['soul'] }),
  createItem(4, { Name: 'Sword', Tags: [] }),
]
const prices = new Map<number, ItemPrices>([
  [1, { ...NO_PRICES, sell: 10, buy: 9 }],
  [4, { ...NO_PRICES, sell: 30 }],
])

const stats = new Map<number, ItemStat>([
  [1, { item_type_id: 1, change_24h: -200, volume_24h: 7, week: [], fair_price: 0, change_week: 50 }],
  [2, { item_type_id: 2, change_24h: 900, volume_24h: 3, week: [], fair_price: 0, change_week: null }],
])

function list(view: Partial<MarketView>): number[] {
  return listMarket(items, { ...all, ...view }, prices, new Map([[2, 5]]), new Set([4, 1]), stats).map(
    ({ Itemdefid }) => Itemdefid,
  )
}

test('lists only what can be sold', () => {
  expect(list({})).toEqual([1, 2, 4])
})

describe('search', () => {
  test.each([
    ['  iron ORE ', [1]],
    ['желез', [1]],
    ['卵で', [2]],
    ['İNCİ', [2]],
    ['inci', [2]],
    ['nothing of the kind', []],
    ['   ', [1, 2, 4]],
  ])('%o finds %o in any language, trimmed, in any case', (query, found) => {
    expect(list({ query })).toEqual(found)
  })
})

test('an item must carry all chosen tags, compared trimmed and in lower case', () => {
  expect(list({ tags: ['TYPE:material'] })).toEqual([1, 2])
  expect(list({ tags: ['type:material', 'tier:1'] })).toEqual([1])
})

test('the has-item toggle keeps what is owned', () => {
  expect(list({ isOwnedOnly: true })).toEqual([2])
})

test('the watchlist filter keeps what is watched', () => {
  expect(list({ isWatchedOnly: true })).toEqual([1, 4])
  expect(list({ isWatchedOnly: true, query: 'sword' })).toEqual([4])
})

describe('sort', () => {
  test('puts items without a price last in both directions', () => {
    expect(list({ sort: 'sell', isAscending: true })).toEqual([1, 4, 2])
    expect(list({ sort: 'sell', isAscending: false })).toEqual([4, 1, 2])
    expect(list({ sort: 'buy', isAscending: false })).toEqual([1, 2, 4])
  })

  test('goes by change, volume and week as well; what has none comes last', () => {
    expect(list({ sort: 'change', isAscending: false })).toEqual([2, 1, 4])
    expect(list({ sort: 'change', isAscending: true })).toEqual([1, 2, 4])
    expect(list({ sort: 'volume', isAscending: false })).toEqual([1, 2, 4])
    expect(list({ sort: 'week', isAscending: true })).toEqual([1, 2, 4])
  })

  test('starts descending on a new field and turns round on the same', () => {
    const first = toggleSort(all, 'buy')
    expect(first).toMatchObject({ sort: 'buy', isAscending: false })
    expect(toggleSort(first, 'buy')).toMatchObject({ sort: 'buy', isAscending: true })
    expect(toggleSort(toggleSort(first, 'buy'), 'sell')).toMatchObject({ sort: 'sell', isAscending: false })
  })
})

test('a view survives the address', () => {
  const view: MarketView = {
    query: 'ore',
    tags: ['a:b', 'c'],
    sort: 'sell',
    isAscending: true,
    isOwnedOnly: true,
    isWatchedOnly: true,
    isMap: true,
  }
  expect(readMarketView(writeMarketView(view))).toEqual(view)
  expect(writeMarketView(all)).toEqual({})
})

test('columns are kept in their order, and an unknown one is left out', () => {
  expect(readColumns(null)).toEqual(COLUMNS)
  expect(readColumns('sell week nonsense')).toEqual(['week', 'sell'])
  expect(readColumns(writeColumns([]))).toEqual([])
})

test('a week changed from its first price to its last; one price gives no change', () => {
  expect(weekChange([0, 50, 0, 60, 0])).toBe(2_000)
  expect(weekChange([0, 50, 0])).toBeNull()
})
