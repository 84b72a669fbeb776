import type { HarvestUserData } from '@clutch/contract'
import { toSafeNumber } from '@clutch/contract/live/values'

/** What is announced about a finished group. */
export interface FinishedGroup {
  readonly receiptId: bigint
  readonly count: bigint
  readonly brokenItems: readonly Quantity[]
  readonly upgradedItems: readonly Quantity[]
}

interface Quantity {
  readonly quantity: bigint
}

/** What several finished groups of a recipe came to together. */
export interface RunUpdate {
  readonly recipeId: number
  readonly finished: number
  readonly broken: number
  readonly upgraded: number
}

/** Adds up what finished, recipe by recipe in the order of their first update: a hundred groups make one sentence. */
export function sumUpdates(finished: readonly FinishedGroup[]): readonly RunUpdate[] {
  return Array.from(
    Map.groupBy(finished, ({ receiptId }) => toSafeNumber(receiptId)),
    ([recipeId, groups]) => ({
      recipeId,
      finished: groups.reduce((sum, { count }) => sum + toSafeNumber(count), 0),
      broken: sumQuantities(groups.flatMap(({ brokenItems }) => brokenItems)),
      upgraded: sumQuantities(groups.flatMap(({ upgradedItems }) => upgradedItems)),
    }),
  )
}

/** Of the recipes whose runs finished, those that are enabled and have no run left: they wait for something. */
export function findStalled(updates: readonly RunUpdate[], userData: readonly HarvestUserData[]): readonly number[] {
  return updates
    .map(({ recipeId }) => recipeId)
    .filter((recipeId) =>
      userData.some(
        ({ receipt_id, enabled, active_count }) => receipt_id === recipeId && enabled && active_count === 0,
      ),
    )
}

function sumQuantities(items: readonly Quantity[]): number {
  return items.reduce((sum, { quantity }) => sum + toSafeNumber(quantity), 0)
}
