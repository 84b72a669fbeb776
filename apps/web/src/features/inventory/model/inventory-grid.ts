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
  const matches = createSearch(query)
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
