import { NOTHING_BUNDLE_ID } from '../limits.ts'
import type { ContentItem } from '../pack.ts'
import type { ContentProblem } from '../problem.ts'
import type { SourcedItem } from './sourced-item.ts'

/** Checks bundles and generators: no cycles, only bundle 40 is empty, and weights sum to at most the largest amount. */
export function checkOpenings(
  items: readonly SourcedItem[],
  itemById: ReadonlyMap<number, ContentItem>,
): ContentProblem[] {
  return [...items.flatMap((sourced) => checkContents(sourced)), ...checkCycles(items, itemById)]
}

function checkContents({ item, file, entry }: SourcedItem): ContentProblem[] {
  if (item.id === NOTHING_BUNDLE_ID) {
    const empty = item.type === 'bundle' && item.bundle.length === 0
    return [
      ...(empty ? [] : [{ file, entry, field: '', message: 'Item 40 means "nothing": it must be an empty bundle.' }]),
      ...(item.hidden ? [] : [{ file, entry, field: 'hidden', message: 'Bundle 40 must be hidden.' }]),
    ]
  }
  if (item.type === 'bundle' && item.bundle.length === 0) {
    return [{ file, entry, field: 'contents', message: 'A bundle needs contents; only bundle 40 is empty.' }]
  }
  const total = item.bundle.reduce((sum, { count }) => sum + count, 0)
  if (item.type === 'generator' && !Number.isSafeInteger(total)) {
    return [{ file, entry, field: 'draws', message: 'The weights together exceed the largest amount.' }]
  }
  return []
}

/** Depth-first search; each cycle is reported once, at the entry where it was found. */
function checkCycles(items: readonly SourcedItem[], itemById: ReadonlyMap<number, ContentItem>): ContentProblem[] {
  const problems: ContentProblem[] = []
  const done = new Set<number>()

  for (const { item: start, file, entry } of items) {
    const trail: { item: ContentItem; next: number }[] = []
    const onTrail = new Set<number>()
    const enter = (item: ContentItem) => {
      trail.push({ item, next: 0 })
      onTrail.add(item.id)
    }
    if (!done.has(start.id)) enter(start)
    for (let step = trail.at(-1); step !== undefined; step = trail.at(-1)) {
      const { item, next } = step
      const child = item.bundle[next]
      step.next += 1
      if (child === undefined) {
        trail.pop()
        onTrail.delete(item.id)
        done.add(item.id)
      } else if (onTrail.has(child.itemId)) {
        const ids = trail.map((visited) => visited.item.id)
        const cycle = [...ids.slice(ids.indexOf(child.itemId)), child.itemId].join(' → ')
        const field = start.type === 'generator' ? 'draws' : 'contents'
        problems.push({ file, entry, field, message: `It opens in a cycle: ${cycle}.` })
      } else if (!done.has(child.itemId)) {
        const opened = itemById.get(child.itemId)
        if (opened !== undefined) enter(opened)
      }
    }
  }
  return problems
}
