import type { ItemDefinition } from '@clutch/contract'
import { createSearch, foldTag } from '#shared/catalogue/search.ts'

export interface OwnedItem {
  readonly itemId: number
  readonly count: number
  /** Undefined for an item the catalogue does not know. */
  readonly item: ItemDefinition | undefined
}

/** Owned items that match, most first. With tags chosen, any one of them suffices (document 1 §5). */
export function listOwned(
  inventory: ReadonlyMap<number, number>,
  byId: ReadonlyMap<number, ItemDefinition>,
  query: string,
  tags: readonly string[],
): readonly OwnedItem[] {
  const matches = createSearch(query, [...byId.values()])
  const wanted = new Set(tags.map(foldTag))
  const isPlain = query.trim() === '' && wanted.size === 0
  return [...inventory]
    .map(([itemId, count]) => ({ itemId, count, item: byId.get(itemId) }))
    .filter(({ count, item }) => {
      if (count <= 0) return false
      if (item === undefined) return isPlain
      return matches(item) && (wanted.size === 0 || item.Tags.some((tag) => wanted.has(foldTag(tag))))
    })
    .toSorted((one, other) => other.count - one.count)
}

export const INVENTORY_SORTS = ['count', 'value', 'name'] as const
export type InventorySort = (typeof INVENTORY_SORTS)[number]

/** Items in the order asked for; what it does not tell apart stays with most first. */
export function sortOwned(
  owned: readonly OwnedItem[],
  sort: InventorySort,
  of: {
    readonly fairPrice: (itemId: number) => number
    readonly name: (itemId: number) => string
    /** The order of names in the language of the page. */
    readonly compare: (one: string, other: string) => number
  },
): readonly OwnedItem[] {
  switch (sort) {
    case 'count':
      return owned
    case 'value':
      return owned.toSorted(
        (one, other) => other.count * of.fairPrice(other.itemId) - one.count * of.fairPrice(one.itemId),
      )
    case 'name':
      return owned.toSorted((one, other) => of.compare(of.name(one.itemId), of.name(other.itemId)))
  }
}
