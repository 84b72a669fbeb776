import type { CraftHistoryEntry } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'

export interface CraftedItem {
  readonly itemId: number
  readonly count: number
}

export interface CraftResult {
  readonly made: readonly CraftedItem[]
  readonly returned: readonly CraftedItem[]
}

const NOTHING: CraftResult = { made: [], returned: [] }

/** Parses an entry's jdoc; an unparseable one counts as empty (document 2 §8). */
export function readResult(jdoc: string): CraftResult {
  try {
    const document: unknown = JSON.parse(jdoc)
    if (typeof document !== 'object' || document === null) return NOTHING
    return { made: readItems(document, 'new_items'), returned: readItems(document, 'returned_items') }
  } catch {
    return NOTHING
  }
}

function readItems(document: object, field: string): readonly CraftedItem[] {
  const list: unknown = Reflect.get(document, field)
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return []
    const { item_id: itemId, quantity: count } = entry as Readonly<Record<string, unknown>>
    return Number.isSafeInteger(itemId) && Number.isSafeInteger(count)
      ? [{ itemId: Number(itemId), count: Number(count) }]
      : []
  })
}

export interface CraftGroupSum {
  readonly recipeId: number
  /** Total runs of all entries. */
  readonly runs: number
  readonly entries: number
  readonly lastProcessSec: number
  readonly made: readonly CraftedItem[]
}

/** Groups entries by recipe, the most recent recipe first. */
export function groupByRecipe(entries: readonly CraftHistoryEntry[]): readonly CraftGroupSum[] {
  return Array.from(
    Map.groupBy(entries, ({ receipt_id }) => receipt_id),
    ([recipeId, ofRecipe]) => ({
      recipeId,
      runs: ofRecipe.reduce((sum, { count }) => sum + count, 0),
      entries: ofRecipe.length,
      lastProcessSec: Math.max(...ofRecipe.map(({ process_date }) => process_date)),
      made: sumItems(ofRecipe.flatMap(({ jdoc }) => readResult(jdoc).made)),
    }),
  )
}

function sumItems(items: readonly CraftedItem[]): readonly CraftedItem[] {
  const sums = new Map<number, number>()
  for (const { itemId, count } of items) sums.set(itemId, (sums.get(itemId) ?? 0) + count)
  return Array.from(sums, ([itemId, count]) => ({ itemId, count }))
}

/** The last second of a local day `YYYY-MM-DD`, where the history starts. */
export function dayEndSec(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Math.floor(new Date(year, month - 1, date + 1).getTime() / SECOND_MS) - 1
}

/** The local calendar day, as a date field formats it. */
export function dayOf(date: Date): string {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0')
}
