import type { Catalogue } from '#shared/catalogue/catalogue.ts'
import { createSearch } from '#shared/catalogue/search.ts'
import { itemName } from '#shared/catalogue/item-text.ts'
import type { Language } from '@clutch/contract/constants'
import { foldText } from '@clutch/contract/formats'

export const GROUPS = ['pages', 'items', 'recipes', 'actions'] as const
export type Group = (typeof GROUPS)[number]

/** A page, item, recipe or action. */
export interface Entry {
  readonly key: string
  readonly group: Group
  readonly name: string
  /** The item whose picture is shown, if any. */
  readonly itemId?: number
  /** Names in all languages; items are searched in the catalogue instead. */
  readonly names: readonly string[]
  readonly run: () => void
}

/** Entries shown per group; typing more narrows them. */
export const SHOWN_PER_GROUP = 6

/**
 * Matching entries by group: prefix matches in the current language first, then other matches in it, then matches in
 * any language.
 */
export function findEntries(
  entries: readonly Entry[],
  query: string,
  { byId, items }: Pick<Catalogue, 'byId' | 'items'>,
): readonly Entry[] {
  const wanted = foldText(query).trim()
  const matchesItem = createSearch(query, items)
  const rankOf = ({ name, names, itemId }: Entry): number => {
    const folded = foldText(name)
    if (folded.startsWith(wanted)) return 0
    if (folded.includes(wanted)) return 1
    if (names.some((each) => foldText(each).includes(wanted))) return 2
    const item = itemId === undefined ? undefined : byId.get(itemId)
    return item !== undefined && matchesItem(item) ? 3 : Number.POSITIVE_INFINITY
  }
  const ranked = entries
    .map((entry) => ({ entry, rank: wanted === '' ? (entry.itemId === undefined ? 0 : Number.NaN) : rankOf(entry) }))
    .filter(({ rank }) => Number.isFinite(rank))
  return GROUPS.flatMap((group) =>
    ranked
      .filter(({ entry }) => entry.group === group)
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, SHOWN_PER_GROUP)
      .map(({ entry }) => entry),
  )
}

/** An entry per tradable item. */
export function itemEntries(catalogue: Catalogue, language: Language, open: (itemId: number) => void): Entry[] {
  return catalogue.items
    .filter(({ CanSell }) => CanSell)
    .map((item) => ({
      key: `item-${item.Itemdefid}`,
      group: 'items',
      name: itemName(item, language),
      itemId: item.Itemdefid,
      names: [],
      run: () => open(item.Itemdefid),
    }))
}

/** An entry of a recipe with names. */
export function recipeEntry(
  key: string,
  names: Readonly<Record<Language, string>>,
  language: Language,
  run: () => void,
): Entry {
  return { key, group: 'recipes', name: names[language], names: Object.values(names), run }
}
