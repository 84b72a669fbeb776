import type { CraftEntry, CraftRecipe } from '@clutch/contract'
import { CRAFT_COUNT_MAX } from '@clutch/contract/constants'
import type { ExpectedItem } from './expected-items.ts'
import type { ItemCount } from './valuation.ts'

export interface NeededItem extends ItemCount {
  readonly have: number
}

/** How often a recipe can be run with what is there, up to 1000 (document 2 §5). */
export function countRuns(perUnit: readonly ItemCount[], inventory: ReadonlyMap<number, number>): number {
  return perUnit.reduce(
    (most, { itemId, count }) => Math.min(most, Math.floor((inventory.get(itemId) ?? 0) / count)),
    CRAFT_COUNT_MAX,
  )
}

/** All that one unit of a recipe takes, kept and consumed; an item that is both counts once with its sum. */
export function takenPerUnit({ RemainList, ConsumableList }: CraftRecipe): readonly ItemCount[] {
  const sums = new Map<number, number>()
  for (const { TypeId, Count } of [...ConsumableList, ...RemainList]) {
    sums.set(TypeId, (sums.get(TypeId) ?? 0) + Count)
  }
  return Array.from(sums, ([itemId, count]) => ({ itemId, count }))
}

/** What is short for so many runs: the whole need beside what is there. */
export function findMissing(
  perUnit: readonly ItemCount[],
  runs: number,
  inventory: ReadonlyMap<number, number>,
): readonly NeededItem[] {
  return perUnit
    .map(({ itemId, count }) => ({ itemId, count: count * runs, have: inventory.get(itemId) ?? 0 }))
    .filter(({ count, have }) => have < count)
}

/** What an entry gives on average. */
export function averageOf({ Random, Count, MinCount, MaxCount }: CraftEntry): number {
  return Random ? (MinCount + MaxCount) / 2 : Count
}

export function toItemCounts(entries: readonly CraftEntry[]): readonly ItemCount[] {
  return entries.map(({ TypeId, Count }) => ({ itemId: TypeId, count: Count }))
}

export function averageOutputs(entries: readonly CraftEntry[]): readonly ExpectedItem[] {
  return entries.map((entry) => ({ itemId: entry.TypeId, count: averageOf(entry) }))
}
