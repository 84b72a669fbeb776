import type { ItemDefinition } from '@clutch/contract'
import { HIDDEN_BUNDLE_ID } from '@clutch/contract/constants'

/** An item definition with defaults for everything not given. */
export function createItem(itemId: number, parts: Partial<ItemDefinition> = {}): ItemDefinition {
  return {
    Itemdefid: itemId,
    Type: 'item',
    Name: `Item ${itemId}`,
    Description: '',
    NameRu: '',
    DescriptionRu: '',
    NameZh: '',
    DescriptionZh: '',
    NameTr: '',
    DescriptionTr: '',
    NamePt: '',
    DescriptionPt: '',
    NameJa: '',
    DescriptionJa: '',
    IconUrl: '',
    Tags: [],
    CanSell: true,
    NameColor: '',
    Bundle: '',
    Opens: [],
    ...parts,
  }
}

/** An item that opens: entries as item and quantity, or weight in a generator. */
export function createOpening(
  itemId: number,
  type: 'bundle' | 'generator',
  entries: readonly (readonly [number, number])[],
): ItemDefinition {
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
  return createItem(itemId, {
    Type: type,
    Bundle: entries
      .filter(([entryId]) => entryId !== HIDDEN_BUNDLE_ID)
      .map(([entryId, count]) => `${entryId}x${count}`)
      .join(';'),
    Opens: entries.map(([entryId, amount]) => ({
      item_id: entryId,
      is_nothing: entryId === HIDDEN_BUNDLE_ID,
      ...(type === 'generator'
        ? { count: 1, weight: amount, total_weight: total }
        : { count: amount, weight: 1, total_weight: 1 }),
    })),
  })
}
