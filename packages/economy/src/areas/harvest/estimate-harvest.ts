import type { Catalogue } from '../../core/catalogue.ts'
import { asItemId, type ItemId } from '../../core/numbers.ts'
import { estimateOpening, type GrantRange, type OpeningEstimate } from '../items/estimate-opening.ts'
import { NOTHING_ID } from '../items/open-item.ts'
import type { HarvestItem, HarvestRecipe } from './recipe.ts'
import { MILLION, harvestGrants, lootMillionths, runTimeMs, speedMillionths } from './multipliers.ts'

/** Minimum and maximum over all choices of one selected item per slot; the average is over the usual choices. */
export interface Range {
  readonly min: number
  readonly average: number
  readonly max: number
}

/** What the calculation block of the harvest screen shows (document 2 §2). */
export interface HarvestEstimate {
  readonly durationMs: Range
  readonly lootMultiplier: Range
  readonly speedMultiplier: Range
  /** The yield of one run: minimum of the worst choice, maximum of the best, and the average. */
  readonly results: OpeningEstimate
}

type Selected = readonly (readonly HarvestItem[])[]

/**
 * Estimates a run of a recipe with these items selected per slot.
 * @param usual the items of each slot to average over, with equal weight: those of the highest priority, which runs
 *   take while they are in stock (rules §6)
 * @returns undefined if a slot has no selected item.
 */
export function estimateHarvest(
  catalogue: Pick<Catalogue, 'items'>,
  recipe: HarvestRecipe,
  selected: Selected,
  usual: Selected = selected,
): HarvestEstimate | undefined {
  if (recipe.slots.some((_, slot) => (selected[slot] ?? []).length === 0)) return undefined
  const range = (coefficientOf: (item: HarvestItem) => number, valueOf: (coefficient: number) => number): Range => ({
    ...rangeOf(combine(selected, coefficientOf), valueOf),
    average: rangeOf(combine(usual, coefficientOf), valueOf).average,
  })
  const possible = estimateResults(catalogue, recipe, selected)
  return {
    durationMs: range(
      ({ speedCoef }) => speedCoef,
      (coef) => runTimeMs(recipe.durationHour, speedOf(coef)),
    ),
    lootMultiplier: range(
      ({ lootmoreCoef }) => lootmoreCoef,
      (coef) => lootMillionths([{ lootmoreCoef: coef }]) / MILLION,
    ),
    speedMultiplier: range(
      ({ speedCoef }) => speedCoef,
      (coef) => speedOf(coef) / MILLION,
    ),
    results:
      usual === selected ? possible : { ...possible, expected: estimateResults(catalogue, recipe, usual).expected },
  }
}

/** @returns the speed for a sum of coefficients, in millionths */
function speedOf(speedCoef: number): number {
  return speedMillionths([{ speedCoef }])
}

/** Every possible sum of one coefficient per slot, with the number of choices that lead to it. */
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

function rangeOf(sums: ReadonlyMap<number, number>, valueOf: (coefficient: number) => number): Range {
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

/** What choices with the same loot yield through breaking, per plain item, and the number of those choices. */
interface Breakages {
  readonly ways: number
  readonly ranges: ReadonlyMap<ItemId, AmountRange>
}

type AmountRange = Omit<GrantRange, 'itemId'>

const NONE: AmountRange = { min: 0, expected: 0, max: 0 }

/**
 * The yield of a run over all choices. Loot and breakage belong to the same choice, so the maximum of one must not be
 * added to the maximum of the other; choices are therefore grouped by their loot, of which there are few values.
 */
function estimateResults(
  catalogue: Pick<Catalogue, 'items'>,
  recipe: HarvestRecipe,
  selected: Selected,
): OpeningEstimate {
  let byLoot = new Map<number, Breakages>([[MILLION, { ways: 1, ranges: new Map() }]])
  let draws = 0
  for (const items of selected) {
    const next = new Map<number, Breakages>()
    const choices = items.map((item) => ({ item, broken: estimateOpening(catalogue, breakGrants(recipe, item)) }))
    draws += Math.max(...choices.map(({ broken }) => broken.draws))
    for (const [loot, before] of byLoot) {
      for (const { item, broken } of choices) {
        const after = loot + Math.round(item.lootmoreCoef * MILLION) - MILLION
        const added = { ways: before.ways, ranges: addRanges(before.ranges, toRanges(broken)) }
        const known = next.get(after)
        next.set(after, known === undefined ? added : eitherOf(known, added))
      }
    }
    byLoot = next
  }
  let all: Breakages | undefined
  let drawsOfResults = 0
  for (const [loot, { ways, ranges }] of byLoot) {
    const found = estimateOpening(catalogue, harvestGrants(recipe, [neutralItem(loot / MILLION)], 1))
    const brought = { ways, ranges: addRanges(toRanges(found), ranges) }
    all = all === undefined ? brought : eitherOf(all, brought)
    drawsOfResults = Math.max(drawsOfResults, found.draws)
  }
  const ranges = [...(all?.ranges ?? [])]
  const amounts = (of: keyof AmountRange) => new Map(ranges.map(([itemId, range]) => [itemId, range[of]]))
  return { min: amounts('min'), expected: amounts('expected'), max: amounts('max'), draws: draws + drawsOfResults }
}

function breakGrants(recipe: HarvestRecipe, item: HarvestItem): GrantRange[] {
  return harvestGrants({ ...recipe, results: [] }, [item], 1)
}

function toRanges({ min, expected, max }: OpeningEstimate): ReadonlyMap<ItemId, AmountRange> {
  return new Map(
    Array.from(max, ([itemId, most]) => [
      itemId,
      { min: min.get(itemId) ?? 0, expected: expected.get(itemId) ?? 0, max: most },
    ]),
  )
}

/** Ranges of two things that both happen. */
function addRanges(
  one: ReadonlyMap<ItemId, AmountRange>,
  other: ReadonlyMap<ItemId, AmountRange>,
): ReadonlyMap<ItemId, AmountRange> {
  return merge(one, other, (a, b) => ({ min: a.min + b.min, expected: a.expected + b.expected, max: a.max + b.max }))
}

/** Ranges when one of two happens, weighted by the number of choices. */
function eitherOf(one: Breakages, other: Breakages): Breakages {
  const ways = one.ways + other.ways
  const ranges = merge(one.ranges, other.ranges, (a, b) => ({
    min: Math.min(a.min, b.min),
    expected: (a.expected * one.ways + b.expected * other.ways) / ways,
    max: Math.max(a.max, b.max),
  }))
  return { ways, ranges }
}

function merge(
  one: ReadonlyMap<ItemId, AmountRange>,
  other: ReadonlyMap<ItemId, AmountRange>,
  combined: (a: AmountRange, b: AmountRange) => AmountRange,
): ReadonlyMap<ItemId, AmountRange> {
  const itemIds = new Set([...one.keys(), ...other.keys()])
  return new Map(
    Array.from(itemIds, (itemId) => [itemId, combined(one.get(itemId) ?? NONE, other.get(itemId) ?? NONE)]),
  )
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
