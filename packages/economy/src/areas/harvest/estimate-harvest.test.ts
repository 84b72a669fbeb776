import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asItemId, asRecipeId, type ItemId } from '../../core/numbers.ts'
import { estimateHarvest } from './estimate-harvest.ts'
import type { HarvestItem, HarvestRecipe } from './recipe.ts'

const GRANTED = [1, 2, 3].map(asItemId)

const harvestItem = (loot: fc.Arbitrary<number>): fc.Arbitrary<HarvestItem> =>
  fc.record({
    itemId: fc.integer({ min: 50, max: 90 }).map(asItemId),
    count: fc.integer({ min: 1, max: 3 }),
    requirements: fc.constant([]),
    expForUp: fc.constant(0),
    resultAfterUp: fc.constant(undefined),
    lootmoreCoef: loot,
    speedCoef: fc.constant(1),
    breakPercent: fc.constantFrom(0, 2.5, 50, 100),
    onBreakResult: fc.array(fc.constantFrom(...GRANTED), { maxLength: 3 }),
  })

const slots = (loot: fc.Arbitrary<number>) =>
  fc.array(fc.array(harvestItem(loot), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })

const results: fc.Arbitrary<HarvestRecipe['results']> = fc.array(
  fc.record({
    itemId: fc.constantFrom(...GRANTED),
    count: fc.integer({ min: 1, max: 3 }),
    chancePercent: fc.constantFrom(0, 12.5, 100, 150),
  }),
  { maxLength: 3 },
)

function choicesOf(selected: readonly (readonly HarvestItem[])[]): HarvestItem[][] {
  const [first, ...rest] = selected
  if (first === undefined) return [[]]
  return first.flatMap((item) => choicesOf(rest).map((others) => [item, ...others]))
}

/** Minimum, average and maximum of one run with one item per slot, straight from rules §6. */
function runWith(recipe: HarvestRecipe, chosen: readonly HarvestItem[], granted: ItemId): [number, number, number] {
  const loot = Math.max(0.4, 1 + chosen.reduce((sum, { lootmoreCoef }) => sum + lootmoreCoef - 1, 0))
  let [min, expected, max] = [0, 0, 0]
  for (const { itemId, count, chancePercent } of recipe.results) {
    if (itemId !== granted) continue
    const worth = Math.round(count * loot * 1e6) / 1e6
    min += Math.floor(chancePercent / 100) * Math.floor(worth)
    expected += (chancePercent / 100) * worth
    max += Math.ceil(chancePercent / 100) * Math.ceil(worth)
  }
  for (const { breakPercent, onBreakResult } of chosen) {
    const times = onBreakResult.filter((itemId) => itemId === granted).length
    min += breakPercent === 100 ? times : 0
    expected += (times * breakPercent) / 100
    max += breakPercent > 0 ? times : 0
  }
  return [min, expected, max]
}

function enumerated(recipe: HarvestRecipe, selected: readonly (readonly HarvestItem[])[], granted: ItemId) {
  const runs = choicesOf(selected).map((chosen) => runWith(recipe, chosen, granted))
  return {
    min: Math.min(...runs.map(([min]) => min)),
    expected: runs.reduce((sum, [, expected]) => sum + expected, 0) / runs.length,
    max: Math.max(...runs.map(([, , max]) => max)),
  }
}

function estimated(recipe: HarvestRecipe, selected: readonly (readonly HarvestItem[])[], granted: ItemId) {
  const estimate = estimateHarvest({ items: new Map() }, recipe, selected)?.results
  return {
    min: estimate?.min.get(granted) ?? 0,
    expected: estimate?.expected.get(granted) ?? 0,
    max: estimate?.max.get(granted) ?? 0,
  }
}

function recipeOf(selected: readonly (readonly HarvestItem[])[], of: HarvestRecipe['results']): HarvestRecipe {
  return { id: asRecipeId(1), durationHour: 1, slots: selected.map((items) => ({ items })), results: of }
}

describe('the estimate of a run', () => {
  it('is the minimum, average and maximum over all choices, including what broken items grant', () => {
    fc.assert(
      fc.property(slots(fc.constant(1.1)), results, (selected, of) => {
        const recipe = recipeOf(selected, of)
        for (const granted of GRANTED) {
          const [estimate, truth] = [estimated(recipe, selected, granted), enumerated(recipe, selected, granted)]
          expect([estimate.min, estimate.max]).toEqual([truth.min, truth.max])
          expect(estimate.expected).toBeCloseTo(truth.expected, 9)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is exact where items differ in loot', () => {
    fc.assert(
      fc.property(slots(fc.constantFrom(0.1, 0.7, 1, 1.1, 1.5)), results, (selected, of) => {
        const recipe = recipeOf(selected, of)
        for (const granted of GRANTED) {
          const [estimate, truth] = [estimated(recipe, selected, granted), enumerated(recipe, selected, granted)]
          expect(estimate.expected).toBeCloseTo(truth.expected, 5)
          expect([estimate.min, estimate.max]).toEqual([truth.min, truth.max])
        }
      }),
      { numRuns: 500 },
    )
  })

  it('averages over the usual items of each slot, with the limits of all', () => {
    const usualOf = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(slots(fc.constantFrom(0.7, 1, 1.5)), results, usualOf, (selected, of, picks) => {
        const recipe = recipeOf(selected, of)
        const usual = selected.map((items, slot) => items.slice(0, 1 + ((picks[slot] ?? 0) % items.length)))
        const estimate = estimateHarvest({ items: new Map() }, recipe, selected, usual)?.results
        for (const granted of GRANTED) {
          const [all, first] = [enumerated(recipe, selected, granted), enumerated(recipe, usual, granted)]
          expect([estimate?.min.get(granted) ?? 0, estimate?.max.get(granted) ?? 0]).toEqual([all.min, all.max])
          expect(estimate?.expected.get(granted) ?? 0).toBeCloseTo(first.expected, 5)
        }
      }),
    )
  })
})
