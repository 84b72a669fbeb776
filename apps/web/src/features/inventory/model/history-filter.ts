import type { ItemDefinition } from '@clutch/contract'
import { foldTag } from '#shared/catalogue/search.ts'

const HIDDEN_TAG = 'type:busy'

/** Catalogue entries that the history can be narrowed to: of type item, without the tag type:busy (document 1 §2). */
export function listFilterItems(items: readonly ItemDefinition[]): readonly ItemDefinition[] {
  return items.filter(({ Type, Tags }) => Type === 'item' && !Tags.some((tag) => foldTag(tag) === HIDDEN_TAG))
}
