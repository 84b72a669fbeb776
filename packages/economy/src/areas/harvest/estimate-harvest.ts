import type { Catalogue } from '../../core/catalogue.ts'
import { asItemId, type ItemId } from '../../core/numbers.ts'
import { estimateOpening, type GrantRange, type OpeningEstimate } from '../items/estimate-opening.ts'
import { NOTHING_ID } from '../items/open-item.ts'
import type { HarvestItem, HarvestRecipe } from './recipe.ts'
import { MILLION, harvestGrants, lootMillionths, runTimeMs, speedMillionths } from './multipliers.ts'

/** Minimum and maximum over every way to choose one of the selected items per slot; the average is of the usual ways. */
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
  /** What one run brings: the minimum of the worst choice, the maximum of the best, expected on average. */
  readonly results: OpeningEstimate
}

type Selected = readonly (readonly HarvestItem[])[]

/**
 * Estimates a run of a recipe with these items selected per slot.
 * @param usual the items of each slot that averages are made of, each counted alike: those of the highest priority,
 * which a run takes while they are in stock (rules §6)
 * @returns undefined while a slot has none.
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

/** @returns the speed of items whose coefficients come to this, in millionths */
function speedOf(speedCoef: number): number {
  return speedMillionths([{ speedCoef }])
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

/** What some of the choices with the same loot bring by breaking, of each plain item, and how many they are. */
interface Breakages {
  readonly ways: number
  readonly ranges: ReadonlyMap<ItemId, AmountRange>
}

type AmountRange = Omit<GrantRange, 'itemId'>

const NONE: AmountRange = { min: 0, expected: 0, max: 0 }

/**
 * What a run brings over every way to choose: loot and breakages belong to the same choice, so the most of one is not
 * added to the most of the other. Choices are followed by their loot, of which there are few.
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

/** Both happen. */
function addRanges(
  one: ReadonlyMap<ItemId, AmountRange>,
  other: ReadonlyMap<ItemId, AmountRange>,
): ReadonlyMap<ItemId, AmountRange> {
  return merge(one, other, (a, b) => ({ min: a.min + b.min, expected: a.expected + b.expected, max: a.max + b.max }))
}

/** One of them happens, as likely as there are ways to it. */
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
