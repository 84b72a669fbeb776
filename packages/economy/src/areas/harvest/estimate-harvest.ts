import { estimateOpening, type OpeningEstimate } from '../items/estimate-opening.ts'
import type { Catalogue } from '../../core/catalogue.ts'
import { NOTHING_ID } from '../items/open-item.ts'
import { asItemId } from '../../core/numbers.ts'
import type { HarvestItem, HarvestRecipe } from './recipe.ts'
import { harvestGrants, lootMillionths, MILLION, runTimeMs, speedMillionths } from './run-numbers.ts'

/** Minimum, average and maximum over every way to choose one of the selected items per slot. */
export interface Spread {
  readonly min: number
  readonly average: number
  readonly max: number
}

/** What the calculation block of the harvest screen shows (document 2 §2). */
export interface HarvestEstimate {
  readonly durationMs: Spread
  readonly lootMultiplier: Spread
  readonly speedMultiplier: Spread
  /** What one run brings: the minimum of the worst choice, the maximum of the best, expected on average. */
  readonly results: OpeningEstimate
}

/**
 * Estimates a run of a recipe with these items selected per slot; each choice counts alike.
 * @returns undefined while a slot has none.
 */
export function estimateHarvest(
  catalogue: Pick<Catalogue, 'items'>,
  recipe: HarvestRecipe,
  selected: readonly (readonly HarvestItem[])[],
): HarvestEstimate | undefined {
  if (recipe.slots.some((_, slot) => (selected[slot] ?? []).length === 0)) return undefined
  const loot = spreadOf(
    combine(selected, ({ lootmoreCoef }) => lootmoreCoef),
    (coef) => lootMillionths([{ lootmoreCoef: coef }]) / MILLION,
  )
  const speedSums = combine(selected, ({ speedCoef }) => speedCoef)
  const speedMultiplier = spreadOf(speedSums, (coef) => speedMillionths([{ speedCoef: coef }]) / MILLION)
  const durationMs = spreadOf(speedSums, (coef) =>
    runTimeMs(recipe.durationHour, speedMillionths([{ speedCoef: coef }])),
  )
  return {
    durationMs,
    lootMultiplier: loot,
    speedMultiplier,
    results: estimateResults(catalogue, recipe, selected, loot),
  }
}

/** Every sum that one coefficient per slot can come to, with how many choices lead to it. */
function combine(
  selected: readonly (readonly HarvestItem[])[],
  coefficientOf: (item: HarvestItem) => number,
): ReadonlyMap<number, number> {
  let sums = new Map([[MILLION, 1]])
  for (const items of selected) {
    const next = new Map<number, number>()
    for (const [sum, ways] of sums) {
      for (const item of items) {
        const total = sum + Math.round(coefficientOf(item) * MILLION) - MILLION
        next.set(total, (next.get(total) ?? 0) + ways)
      }
    }
    sums = next
  }
  return new Map(Array.from(sums, ([sum, ways]) => [sum / MILLION, ways]))
}

function spreadOf(sums: ReadonlyMap<number, number>, valueOf: (coefficient: number) => number): Spread {
  let [min, max, total, ways] = [Number.POSITIVE_INFINITY, 0, 0, 0]
  for (const [coefficient, count] of sums) {
    const value = valueOf(coefficient)
    min = Math.min(min, value)
    max = Math.max(max, value)
    total += value * count
    ways += count
  }
  return { min, average: total / ways, max }
}

/** Results scale with the loot of a choice; what breaks brings something only with the items that can break. */
function estimateResults(
  catalogue: Pick<Catalogue, 'items'>,
  recipe: HarvestRecipe,
  selected: readonly (readonly HarvestItem[])[],
  loot: Spread,
): OpeningEstimate {
  const at = (lootmoreCoef: number) => harvestGrants(recipe, [neutralItem(lootmoreCoef)], 1)
  const [worst, usual, best] = [at(loot.min), at(loot.average), at(loot.max)]
  const results = worst.map((grant, index) => ({
    itemId: grant.itemId,
    min: grant.min,
    expected: usual[index]?.expected ?? grant.expected,
    max: best[index]?.max ?? grant.max,
  }))
  const noResults = { ...recipe, results: [] }
  const broken = selected.flatMap((items) =>
    items.flatMap((item) =>
      harvestGrants(noResults, [item], 1).map((grant) => ({
        ...grant,
        min: items.length === 1 ? grant.min : 0,
        expected: grant.expected / items.length,
      })),
    ),
  )
  return estimateOpening(catalogue, [...results, ...broken])
}

function neutralItem(lootmoreCoef: number): HarvestItem {
  const nothing = {
    requirements: [],
    expForUp: 0,
    resultAfterUp: undefined,
    breakPercent: 0,
    onBreakResult: [],
  } as const
  return { itemId: asItemId(NOTHING_ID), count: 1, lootmoreCoef, speedCoef: 1, ...nothing }
}
