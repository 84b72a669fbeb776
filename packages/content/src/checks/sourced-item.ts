import type { ParsedFiles } from '../load/parse-files.ts'
import type { ContentItem } from '../pack.ts'

/** An item together with the place it was written in, so that a problem can point there. */
export interface SourcedItem {
  readonly item: ContentItem
  readonly file: string
  readonly entry: string
}

/** Items, bundles and generators of all files, in file order. */
export function collectItems(parsed: ParsedFiles): SourcedItem[] {
  const plain = [...parsed.items].flatMap(([file, { items }]) =>
    items.map((item) => ({ item, file, entry: `item ${item.id}` })),
  )
  const bundles = (parsed.bundles?.bundles ?? []).map((item) => ({
    item,
    file: 'bundles.json',
    entry: `bundle ${item.id}`,
  }))
  const generators = (parsed.generators?.generators ?? []).map((item) => ({
    item,
    file: 'generators.json',
    entry: `generator ${item.id}`,
  }))
  return [...plain, ...bundles, ...generators]
}
