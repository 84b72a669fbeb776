import type { ItemDefinition } from '@clutch/contract'
import { LANGUAGES } from '@clutch/contract/constants'
import { itemDescription, itemName } from './item-text.ts'

/** Items whose search text is prepared in one go while the browser is idle: well under one frame. */
const WARM_CHUNK_ITEMS = 250

const searchTexts = new WeakMap<ItemDefinition, string>()

/** Whether a query, trimmed and in any case, stands in the name or description of any language (document 1 §5). */
export function createSearch(query: string): (item: ItemDefinition) => boolean {
  const wanted = foldCase(query.trim())
  return wanted === '' ? () => true : (item) => searchText(item).includes(wanted)
}

/** Tags compare trimmed and in lower case (document 1 §5). */
export function foldTag(tag: string): string {
  return tag.trim().toLowerCase()
}

/** Turkish has two letters i: both, dotted or not, in either case, count as the same. */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('\u0307', '').replaceAll('ı', 'i')
}

function searchText(item: ItemDefinition): string {
  const known = searchTexts.get(item)
  if (known !== undefined) return known
  const texts = LANGUAGES.flatMap((language) => [itemName(item, language), itemDescription(item, language)])
  const text = foldCase([...new Set(texts)].join('\n'))
  searchTexts.set(item, text)
  return text
}

/** Prepares the search texts a little at a time, so that the first letter typed finds them ready. */
export function warmSearch(items: readonly ItemDefinition[], from = 0): void {
  if (from >= items.length || typeof requestIdleCallback === 'undefined') return
  requestIdleCallback(() => {
    for (const item of items.slice(from, from + WARM_CHUNK_ITEMS)) searchText(item)
    warmSearch(items, from + WARM_CHUNK_ITEMS)
  })
}
