import type { ItemId } from './numbers.ts'

/** An amount of an item. */
export interface ItemAmount {
  readonly itemId: ItemId
  readonly count: number
}

/** How many of an item a player has free. */
export type StockOf = (itemId: ItemId) => number

/** Sums amounts by item, each times `factor`, ascending by item id, without zeros. */
export function sumItems(lists: readonly (readonly ItemAmount[])[], factor = 1): ItemAmount[] {
  const sums = new Map<ItemId, number>()
  for (const list of lists) {
    for (const { itemId, count } of list) sums.set(itemId, (sums.get(itemId) ?? 0) + count * factor)
  }
  return fromMap(sums)
}

/** Amounts by item as a list, ascending by item id, without zeros. */
export function fromMap(amounts: ReadonlyMap<ItemId, number>): ItemAmount[] {
  const list: ItemAmount[] = []
  for (const [itemId, count] of amounts) if (count > 0) list.push({ itemId, count })
  return list.length > 1 ? list.toSorted((a, b) => a.itemId - b.itemId) : list
}
