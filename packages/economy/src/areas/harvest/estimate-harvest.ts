import type { Catalogue } from '../../core/catalogue.ts'
import { asItemId, type ItemId } from '../../core/numbers.ts'
import { estimateOpening, type GrantRange, type OpeningEstimate } from '../items/estimate-opening.ts'
import { NOTHING_ID } from '../items/open-item.ts'
import type { HarvestItem, HarvestRecipe } from './recipe.ts'
import { MILLION, harvestGrants, lootMillionths, runTimeMs, speedMillionths } from './run-numbers.ts'

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
  return estimateOpening(catalogue, [...results, ...selected.flatMap((items) => breakGrants(recipe, items))])
}

/** What breaking in one slot grants: by item, over the choices of the slot. */
function breakGrants(recipe: HarvestRecipe, items: readonly HarvestItem[]): GrantRange[] {
  const choices = items.map((item) => sumByItem(harvestGrants({ ...recipe, results: [] }, [item], 1)))
  const grantedIds = new Set(choices.flatMap((choice) => [...choice.keys()]))
  return Array.from(grantedIds, (itemId) => {
    const ranges = choices.map((choice) => choice.get(itemId) ?? NONE)
    return {
      itemId,
      min: Math.min(...ranges.map(({ min }) => min)),
      expected: ranges.reduce((sum, { expected }) => sum + expected, 0) / ranges.length,
      max: Math.max(...ranges.map(({ max }) => max)),
    }
  })
}

type Range = Omit<GrantRange, 'itemId'>

const NONE: Range = { min: 0, expected: 0, max: 0 }

function sumByItem(grants: readonly GrantRange[]): ReadonlyMap<ItemId, Range> {
  const sums = new Map<ItemId, Range>()
  for (const { itemId, min, expected, max } of grants) {
    const sum = sums.get(itemId) ?? NONE
    sums.set(itemId, { min: sum.min + min, expected: sum.expected + expected, max: sum.max + max })
  }
  return sums
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
