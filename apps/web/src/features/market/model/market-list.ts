import type { ItemDefinition } from '@clutch/contract'
import { createSearch, foldTag } from '#shared/catalogue/search.ts'
import { NO_PRICES, type ItemPrices } from '#shared/live/live-holdings.ts'
import type { ItemStat } from '#shared/market/market-stat.ts'
import type { MarketColumn } from './columns.ts'
import type { MarketView } from './market-view.ts'

/** Items of the market that match, in order (document 1 §5). Only what can be sold is listed. */
export function listMarket(
  items: readonly ItemDefinition[],
  view: MarketView,
  prices: ReadonlyMap<number, ItemPrices>,
  inventory: ReadonlyMap<number, number>,
  watched: ReadonlySet<number>,
  stats: ReadonlyMap<number, ItemStat> | undefined,
): readonly ItemDefinition[] {
  const matches = createSearch(view.query, items)
  const wantedTags = view.tags.map(foldTag)
  const listed = items.filter(
    (item) =>
      item.CanSell &&
      (!view.isWatchedOnly || watched.has(item.Itemdefid)) &&
      (!view.isOwnedOnly || (inventory.get(item.Itemdefid) ?? 0) > 0) &&
      (wantedTags.length === 0 || hasAllTags(item, wantedTags)) &&
      matches(item),
  )
  return view.sort === null
    ? listed
    : sortListed(listed, view.isAscending, figureOf(view.sort, prices, stats, inventory))
}

function hasAllTags(item: ItemDefinition, wanted: readonly string[]): boolean {
  const tags = new Set(item.Tags.map(foldTag))
  return wanted.every((tag) => tags.has(tag))
}

/** What separates the best prices, in basis points of the cheapest offer; null without both. */
export function spreadOf({ sell, buy }: Pick<ItemPrices, 'sell' | 'buy'>): number | null {
  return sell === 0 || buy === 0 ? null : ((sell - buy) / sell) * BASIS_POINTS
}

const BASIS_POINTS = 10_000

/** What items are sorted by; null for one that has none. */
function figureOf(
  sort: MarketColumn,
  prices: ReadonlyMap<number, ItemPrices>,
  stats: ReadonlyMap<number, ItemStat> | undefined,
  inventory: ReadonlyMap<number, number>,
): (itemId: number) => number | null {
  switch (sort) {
    case 'sell':
    case 'buy':
      return (itemId) => (prices.get(itemId) ?? NO_PRICES)[sort] || null
    case 'change':
      return (itemId) => stats?.get(itemId)?.change_24h ?? null
    case 'volume':
      return (itemId) => stats?.get(itemId)?.volume_24h || null
    case 'week':
      return (itemId) => stats?.get(itemId)?.change_week ?? null
    case 'fair':
      return (itemId) => stats?.get(itemId)?.fair_price || null
    case 'spread':
      return (itemId) => spreadOf(prices.get(itemId) ?? NO_PRICES)
    case 'worth':
      return (itemId) => (inventory.get(itemId) ?? 0) * (prices.get(itemId) ?? NO_PRICES).buy || null
  }
}

/** Whatever the direction, an item without the figure comes last: without a price, without a trade. */
function sortListed(
  items: readonly ItemDefinition[],
  isAscending: boolean,
  figure: (itemId: number) => number | null,
): readonly ItemDefinition[] {
  const direction = isAscending ? 1 : -1
  return items
    .map((item) => ({ item, by: figure(item.Itemdefid) }))
    .toSorted((one, other) => {
      if (one.by === null || other.by === null) return Number(one.by === null) - Number(other.by === null)
      return (one.by - other.by) * direction
    })
    .map(({ item }) => item)
}
