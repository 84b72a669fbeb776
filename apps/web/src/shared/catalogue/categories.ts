import type { ItemDefinition } from '@clutch/contract'
import { foldTag } from './search.ts'

/** Numbers of categories that help to find something; fewer say little, more are a list themselves. */
const CATEGORIES_MIN = 3
const CATEGORIES_MAX = 40
/** Share of the items that must have exactly one category. */
const COVERED_MIN = 0.6

export interface Category {
  /** Folded, as tags are compared. */
  readonly tag: string
  readonly count: number
}

/**
 * The categories of a market in the pack's order of items. Packs write tags as `kind:value`; the kind that divides the
 * items most finely, one value per item, is what they are sorted into. None if no kind does.
 */
export function findCategories(items: readonly ItemDefinition[]): readonly Category[] {
  const kinds = new Map<string, Map<string, number>>()
  const repeated = new Map<string, number>()
  for (const { Tags } of items) {
    const seen = new Set<string>()
    for (const tag of Tags.map(foldTag)) {
      const kind = kindOf(tag)
      if (kind === null) continue
      if (seen.has(kind)) repeated.set(kind, (repeated.get(kind) ?? 0) + 1)
      seen.add(kind)
      const counts = kinds.get(kind) ?? new Map<string, number>()
      kinds.set(kind, counts.set(tag, (counts.get(tag) ?? 0) + 1))
    }
  }
  const dividing = [...kinds].filter(([kind, counts]) => {
    const covered = [...counts.values()].reduce((sum, count) => sum + count, 0)
    return (
      counts.size >= CATEGORIES_MIN &&
      counts.size <= CATEGORIES_MAX &&
      !repeated.has(kind) &&
      covered >= items.length * COVERED_MIN
    )
  })
  const [finest] = dividing.toSorted(([, one], [, other]) => other.size - one.size)
  return finest === undefined ? [] : Array.from(finest[1], ([tag, count]) => ({ tag, count }))
}

/** The chosen tags with one category, or none, in place of another. */
export function withCategory(
  tags: readonly string[],
  categories: readonly Category[],
  category: string | null,
): readonly string[] {
  const others = tags.filter((tag) => !categories.some((each) => each.tag === foldTag(tag)))
  return category === null ? others : [category, ...others]
}

function kindOf(tag: string): string | null {
  const end = tag.indexOf(':')
  return end === -1 ? null : tag.slice(0, end)
}
