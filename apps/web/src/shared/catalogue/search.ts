import type { ItemDefinition } from '@clutch/contract'
import { LANGUAGES } from '@clutch/contract/constants'
import { foldText } from '@clutch/contract/formats'
import UFuzzy from '@leeoniya/ufuzzy'
import { itemDescription, itemName } from './item-text.ts'

/** Items whose search text is prepared per idle callback: well under one frame. */
const WARM_CHUNK_ITEMS = 250
/** Matches words with a letter missing, added, wrong or swapped, in any order and any script. */
const FUZZY = new UFuzzy({
  unicode: true,
  interSplit: String.raw`[^\p{L}\d']+`,
  intraSplit: String.raw`\p{Ll}\p{Lu}`,
  intraBound: String.raw`\p{L}\d|\d\p{L}|\p{Ll}\p{Lu}`,
  intraChars: String.raw`[\p{L}\d']`,
  intraContr: String.raw`'\p{L}{1,2}\b`,
  intraMode: 1,
})
/** Shorter queries have too many words one letter away. */
const FUZZY_LENGTH_MIN = 4
/** Longer queries are not tried in every word order. */
const OUT_OF_ORDER_WORDS = 4

interface SearchTexts {
  /** Folded names in all languages, one per line. */
  readonly names: string
  /** Folded names and descriptions in all languages. */
  readonly all: string
}

const NO_ITEMS: readonly ItemDefinition[] = []

const searchTexts = new WeakMap<ItemDefinition, SearchTexts>()

/**
 * Whether an item matches a query: its name or description in any language contains it, trimmed and folded (document 1
 * §5). If no item of the `catalogue` does, items with similar names match instead.
 */
export function createSearch(
  query: string,
  catalogue: readonly ItemDefinition[] = NO_ITEMS,
): (item: ItemDefinition) => boolean {
  if (last.query !== query || last.catalogue !== catalogue) {
    last = { query, catalogue, matches: searchFor(foldText(query).trim(), catalogue) }
  }
  return last.matches
}

/** Caches the last search: a picker repeats it for each of its items. */
let last: {
  readonly query: string
  readonly catalogue: readonly ItemDefinition[]
  readonly matches: (item: ItemDefinition) => boolean
} = { query: '', catalogue: [], matches: () => true }

function searchFor(wanted: string, catalogue: readonly ItemDefinition[]): (item: ItemDefinition) => boolean {
  if (wanted === '') return () => true
  const contains = (item: ItemDefinition) => textsOf(item).all.includes(wanted)
  if (wanted.length < FUZZY_LENGTH_MIN || catalogue.some(contains)) return contains
  const near = findNear(wanted, catalogue)
  return (item) => contains(item) || near.has(item)
}

function findNear(wanted: string, catalogue: readonly ItemDefinition[]): ReadonlySet<ItemDefinition> {
  const names = catalogue.map((item) => textsOf(item).names)
  const [found] = FUZZY.search(names, wanted, OUT_OF_ORDER_WORDS)
  return new Set((found ?? []).flatMap((index) => catalogue[index] ?? []))
}

/** Tags compare trimmed and in lower case (document 1 §5). */
export function foldTag(tag: string): string {
  return tag.trim().toLowerCase()
}

function textsOf(item: ItemDefinition): SearchTexts {
  const known = searchTexts.get(item)
  if (known !== undefined) return known
  const names = LANGUAGES.map((language) => itemName(item, language))
  const descriptions = LANGUAGES.map((language) => itemDescription(item, language))
  const texts = {
    names: foldText([...new Set(names)].join('\n')),
    all: foldText([...new Set([...names, ...descriptions])].join('\n')),
  }
  searchTexts.set(item, texts)
  return texts
}

/** Prepares the search texts in small batches, so that the first typed letter finds them ready. */
export function warmSearch(items: readonly ItemDefinition[], from = 0): void {
  if (from >= items.length || typeof requestIdleCallback === 'undefined') return
  requestIdleCallback(() => {
    for (const item of items.slice(from, from + WARM_CHUNK_ITEMS)) textsOf(item)
    warmSearch(items, from + WARM_CHUNK_ITEMS)
  })
}
