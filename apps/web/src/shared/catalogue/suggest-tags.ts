import type { ItemDefinition } from '@clutch/contract'
import { foldText } from '@clutch/contract/formats'
import { foldTag } from './search.ts'

/** Existing tags, most used first, without those already selected. */
export function suggestTags(items: readonly ItemDefinition[], chosen: readonly string[]): readonly string[] {
  const taken = new Set(chosen.map(foldTag))
  const uses = new Map<string, number>()
  for (const item of items) {
    for (const tag of item.Tags) {
      const folded = foldTag(tag)
      if (folded !== '' && !taken.has(folded)) uses.set(folded, (uses.get(folded) ?? 0) + 1)
    }
  }
  return [...uses].toSorted(([, one], [, other]) => other - one).map(([tag]) => tag)
}

/** Tags whose text or name contains the query, folded as in searches. */
export function findTags(tags: readonly string[], text: string, nameOf: (tag: string) => string): readonly string[] {
  const wanted = foldText(text).trim()
  return tags.filter((tag) => foldText(tag).includes(wanted) || foldText(nameOf(tag)).includes(wanted))
}
