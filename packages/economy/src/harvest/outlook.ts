import { foreseeOpening, type OpeningOutlook } from '../opening/outlook.ts'
import type { Catalogue } from '../catalogue.ts'
import { NOTHING_ID } from '../opening/open-item.ts'
import { asItemId } from '../numbers.ts'
import type { HarvestItem, HarvestRecipe } from './recipe.ts'
import { harvestGrants, lootMillionths, MILLION, runTimeMs, speedMillionths } from './run-numbers.ts'

/** Least, average and most over every way to choose one of the selected items per slot. */
export interface Spread {
  readonly least: number
  readonly average: number
  readonly most: number
}

/** What the calculation block of the harvest screen shows (document 2 §2). */
export interface HarvestOutlook {
  readonly durationMs: Spread
  readonly lootMultiplier: Spread
  readonly speedMultiplier: Spread
  /** What one run brings: the least of the worst choice, the most of the best, expected on average. */
  readonly results: OpeningOutlook
}

/**
 * Foresees a run of a recipe with these items selected per slot; each choice counts alike.
 * @returns undefined while a slot has none.
 */
export function foreseeHarvest(
  catalogue: Pick<Catalogue, 'items'>,
  recipe: HarvestRecipe,
  selected: readonly (readonly HarvestItem[])[],
): HarvestOutlook | undefined {
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
    results: foreseeResults(catalogue, recipe, selected, loot),
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
  let [least, most, total, ways] = [Number.POSITIVE_INFINITY, 0, 0, 0]
  for (const [coefficient, count] of sums) {
    const value = valueOf(coefficient)
    least = Math.min(least, value)
    most = Math.max(most, value)
    total += value * count
    ways += count
  }
  return { least, average: total / ways, most }
}

/** Results scale with the loot of a choice; what breaks brings something only with the items that can break. */
function foreseeResults(
  catalogue: Pick<Catalogue, 'items'>,
  recipe: HarvestRecipe,
  selected: readonly (readonly HarvestItem[])[],
  loot: Spread,
): OpeningOutlook {
  const at = (lootmoreCoef: number) => harvestGrants(recipe, [neutralItem(lootmoreCoef)], 1)
  const [worst, usual, best] = [at(loot.least), at(loot.average), at(loot.most)]
  const results = worst.map((grant, index) => ({
    itemId: grant.itemId,
    least: grant.least,
    expected: usual[index]?.expected ?? grant.expected,
    most: best[index]?.most ?? grant.most,
  }))
  const noResults = { ...recipe, results: [] }
  const broken = selected.flatMap((items) =>
    items.flatMap((item) =>
      harvestGrants(noResults, [item], 1).map((grant) => ({
        ...grant,
        least: items.length === 1 ? grant.least : 0,
        expected: grant.expected / items.length,
      })),
    ),
  )
  return foreseeOpening(catalogue, [...results, ...broken])
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
