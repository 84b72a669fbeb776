import { LANGUAGES, type Language } from '@clutch/contract/constants'
import type { ParsedFiles } from '../load/parse-files.ts'
import { placeOf } from '../load/place.ts'
import type { RawFiles } from '../load/read-folder.ts'
import type { ContentProblem } from '../problem.ts'
import type { SourcedItem } from './sourced-item.ts'

/** Texts in any file that lack one of the pack's languages. */
export function findMissingTranslations(files: RawFiles, languages: readonly Language[]): ContentProblem[] {
  const warnings: ContentProblem[] = []
  const known: ReadonlySet<string> = new Set(LANGUAGES)

  function visit(file: string, raw: unknown, value: unknown, path: readonly PropertyKey[]): void {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const [index, member] of value.entries()) visit(file, raw, member, [...path, index])
      return
    }
    const members = new Map(Object.entries(value))
    if (members.size > 0 && [...members.keys()].every((key) => known.has(key))) {
      const missing = languages.filter((language) => !members.has(language))
      if (missing.length > 0) {
        warnings.push({ file, ...placeOf(raw, path), message: `No translation for ${missing.join(', ')}.` })
      }
      return
    }
    for (const [key, member] of members) visit(file, raw, member, [...path, key])
  }
  for (const [file, raw] of files) visit(file, raw, raw, [])
  return warnings
}

/** Bundles and generators that are marked as sellable, although they open when granted. */
export function findUnsellable(items: readonly SourcedItem[]): ContentProblem[] {
  return items
    .filter(({ item }) => item.canSell && (item.type === 'bundle' || item.type === 'generator'))
    .map(({ item, file, entry }) => ({
      file,
      entry,
      field: 'can_sell',
      message: `A ${item.type} opens when granted, so it can never be sold.`,
    }))
}

/** Tags of items that `tags.json` does not name; a pack without that file omits names on purpose. */
export function findUnnamedTags({ tags }: ParsedFiles, items: readonly SourcedItem[]): ContentProblem[] {
  if (tags === undefined) return []
  const named = new Set(tags.tags.map(({ tag }) => tag))
  const unnamed = new Set(items.flatMap(({ item }) => item.tags.filter((tag) => !named.has(tag))))
  return Array.from(unnamed, (tag) => ({ file: 'tags.json', entry: null, field: '', message: `"${tag}" has no name.` }))
}
