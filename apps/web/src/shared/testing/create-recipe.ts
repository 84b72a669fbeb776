import type { CraftEntry, CraftRecipe } from '@clutch/contract'

/** Items by id and count. */
type Counts = Readonly<Record<number, number>>

export function createEntries(counts: Counts): CraftEntry[] {
  return Object.entries(counts).map(([itemId, count]) => ({
    TypeId: Number(itemId),
    Count: count,
    Random: false,
    MinCount: count,
    MaxCount: count,
  }))
}

interface RecipeParts {
  readonly group?: string
  readonly timeSec?: number
  readonly keeps?: Counts
  readonly takes: Counts
  readonly gives: Counts
}

/** A craft recipe with defaults for everything not given. */
export function createRecipe(recipeId: number, parts: RecipeParts): CraftRecipe {
  return {
    TypeId: recipeId,
    ItemForVision: Number(Object.keys(parts.gives)[0]),
    CraftGroup: parts.group ?? 'smelting',
    TimeCraftSec: parts.timeSec ?? 60,
    RemainList: createEntries(parts.keeps ?? {}),
    ConsumableList: createEntries(parts.takes),
    OutputList: createEntries(parts.gives),
  }
}
