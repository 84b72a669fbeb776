import type { ItemDefinition } from '@clutch/contract'

/** An item definition of which a test names only what it is about. */
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
    ...parts,
  }
}
