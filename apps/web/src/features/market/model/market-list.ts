import type { ItemDefinition } from '@clutch/contract'
import { createSearch, foldTag } from '#shared/catalogue/search.ts'
import { NO_PRICES, type ItemPrices } from '#shared/live/live-holdings.ts'
import type { MarketView } from './market-view.ts'

/** Items of the market that match, in order (document 1 §5). Only what can be sold is listed. */
export function listMarket(
  items: readonly ItemDefinition[],
  view: MarketView,
  prices: ReadonlyMap<number, ItemPrices>,
  inventory: ReadonlyMap<number, number>,
  watched: ReadonlySet<number>,
): readonly ItemDefinition[] {
  const matches = createSearch(view.query)
  const wantedTags = view.tags.map(foldTag)
  const listed = items.filter(
    (item) =>
      item.CanSell &&
      (!view.isWatchedOnly || watched.has(item.Itemdefid)) &&
      (!view.isOwnedOnly || (inventory.get(item.Itemdefid) ?? 0) > 0) &&
      (wantedTags.length === 0 || hasAllTags(item, wantedTags)) &&
      matches(item),
  )
  return view.sort === null ? listed : sortByPrice(listed, view.sort, view.isAscending, prices)
}

function hasAllTags(item: ItemDefinition, wanted: readonly string[]): boolean {
  const tags = new Set(item.Tags.map(foldTag))
  return wanted.every((tag) => tags.has(tag))
}

/** Whatever the direction, an item without a price comes last. */
function sortByPrice(
  items: readonly ItemDefinition[],
  side: 'buy' | 'sell',
  isAscending: boolean,
  prices: ReadonlyMap<number, ItemPrices>,
): readonly ItemDefinition[] {
  const direction = isAscending ? 1 : -1
  return items
    .map((item) => ({ item, price: (prices.get(item.Itemdefid) ?? NO_PRICES)[side] }))
    .toSorted((one, other) => {
      if (one.price === 0 || other.price === 0) return Number(one.price === 0) - Number(other.price === 0)
      return (one.price - other.price) * direction
    })
    .map(({ item }) => item)
}
