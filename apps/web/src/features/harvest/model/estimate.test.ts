import { HIDDEN_BUNDLE_ID } from '@clutch/contract/constants'
import { describe, expect, test } from 'vitest'
import { NO_PRICES } from '#shared/live/live-holdings.ts'
import { createHarvestData, createHarvestItem, createHarvestRecipe } from '#shared/testing/create-harvest.ts'
import { createOpening } from '#shared/testing/create-item.ts'
import { calculate } from './estimate.ts'
import { toItemRules } from '#shared/production/recipe-rules.ts'
import { planNextRuns, selectedRules, toRecipeRule, usualRules } from './rules.ts'
import { changeSelection, savedSetup, toggleItem } from './setup.ts'

const [PICK, DRILL, OIL, ORE, SACK] = [1, 2, 3, 900, 901]
const HOUR_MS = 3_600_000
const pick = createHarvestItem(PICK, { lootmore_coef: 0.5, break_percent: 10 })
const drill = createHarvestItem(DRILL, {
  lootmore_coef: 1.5,
  speed_coef: 2,
  requirements: [{ item_id: OIL, count: 4 }],
})
const recipe = createHarvestRecipe([[pick, drill]], {
  result: [
    { item_id: ORE, count: 10, chance_percent: 100 },
    { item_id: SACK, count: 1, chance_percent: 50 },
  ],
})
const rule = toRecipeRule(recipe)
const items = toItemRules([
  createOpening(SACK, 'bundle', [
    [ORE, 6],
    [HIDDEN_BUNDLE_ID, 1],
  ]),
])
const empty = savedSetup(recipe, undefined)
const both = toggleItem(toggleItem(empty, 0, PICK), 0, DRILL)
const prices = new Map([
  [ORE, { ...NO_PRICES, buy: 10, sell: 12 }],
  [PICK, { ...NO_PRICES, buy: 80, sell: 100 }],
  [OIL, { ...NO_PRICES, buy: 4, sell: 5 }],
])
const pricesOf = (itemId: number) => prices.get(itemId) ?? NO_PRICES

const selectionOf = (of: typeof rule, setup: typeof empty) => ({
  selected: selectedRules(of, setup),
  usual: usualRules(of, setup),
})

describe('the calculation', () => {
  test('exists once each slot has an item', () => {
    expect(
      calculate(items, rule, selectionOf(rule, empty), { mode: 'now', feeBasisPoints: 0, pricesOf }),
    ).toBeUndefined()
  })

  test('spans the selected items: times, multipliers and what one run brings, with bundles opened', () => {
    const figures = calculate(items, rule, selectionOf(rule, both), { mode: 'now', feeBasisPoints: 0, pricesOf })
    expect(figures?.estimate.durationMs).toEqual({ min: HOUR_MS / 2, average: 0.75 * HOUR_MS, max: HOUR_MS })
    expect(figures?.estimate.lootMultiplier).toEqual({ min: 0.5, average: 1, max: 1.5 })
    // 10 ore × 0.5 … 1.5, and a sack of 6 that comes at most twice.
    expect(figures?.results).toEqual([{ itemId: ORE, min: 5, average: 13, max: 27 }])
  })

  test('weighs results against what is used up and what breaks, at the chosen prices', () => {
    const now = calculate(items, rule, selectionOf(rule, both), { mode: 'now', feeBasisPoints: 0, pricesOf })
    expect(now?.worth).toEqual({ perRun: 130, perHour: 130 / 0.75, unpricedCount: 0 })
    // Half the runs use 4 oil at 5; half risk a pick of 100 at 10 %.
    expect(now?.valuation).toMatchObject({ cost: 15, worth: 130, profit: 115 })
    const order = calculate(items, rule, selectionOf(rule, both), { mode: 'order', feeBasisPoints: 0, pricesOf })
    expect(order?.valuation).toMatchObject({ cost: 12, worth: 156 })
  })

  test('averages over the items of the highest priority, which a run takes while they are in stock', () => {
    const drillFirst = changeSelection(both, 0, DRILL, { priority: 3 })
    const pricing = { mode: 'now', feeBasisPoints: 0, pricesOf } as const
    const figures = calculate(items, rule, selectionOf(rule, drillFirst), pricing)
    expect(figures?.estimate.lootMultiplier).toEqual({ min: 0.5, average: 1.5, max: 1.5 })
    expect(figures?.results).toMatchObject([{ min: 5, average: 19.5, max: 27 }])
    expect(figures?.valuation.cost).toBe(4 * 5)
  })

  test('counts results without a price for nothing, and says how many', () => {
    const figures = calculate(items, rule, selectionOf(rule, both), {
      mode: 'now',
      feeBasisPoints: 0,
      pricesOf: () => NO_PRICES,
    })
    expect(figures?.worth).toEqual({ perRun: 0, perHour: 0, unpricedCount: 1 })
    expect(figures?.valuation.profit).toBeNull()
  })

  test('never multiplies loot by less than 0.4', () => {
    const poor = createHarvestRecipe([[createHarvestItem(PICK, { lootmore_coef: 0.1 })]])
    const poorRule = toRecipeRule(poor)
    const setup = toggleItem(savedSetup(poor, undefined), 0, PICK)
    const figures = calculate(items, poorRule, selectionOf(poorRule, setup), {
      mode: 'now',
      feeBasisPoints: 0,
      pricesOf,
    })
    expect(figures?.estimate.lootMultiplier.min).toBe(0.4)
  })
})

describe('the runs that could begin now', () => {
  const stock = new Map([
    [PICK, 5],
    [DRILL, 2],
    [OIL, 100],
  ])
  test('take the item of the highest priority, as many as there are', () => {
    const plan = planNextRuns(rule, changeSelection(both, 0, DRILL, { priority: 3 }), undefined, stock)
    expect(plan?.chosen.map(({ itemId }) => itemId)).toEqual([DRILL])
    expect(plan?.count).toBe(2)
  })
  test('leave the limit in stock and keep within the maximum', () => {
    const kept = changeSelection(both, 0, PICK, { limit: 2 })
    expect(planNextRuns(rule, kept, undefined, stock)?.count).toBe(3)
    expect(planNextRuns(rule, changeSelection(kept, 0, PICK, { max: 1 }), undefined, stock)?.count).toBe(1)
  })
  test('share the places with those that run', () => {
    const saved = createHarvestData({ active_count: 3 })
    expect(planNextRuns(rule, { ...both, maxParallel: 4 }, saved, stock)?.count).toBe(1)
    expect(planNextRuns(rule, { ...both, maxParallel: 3 }, saved, stock)).toBeUndefined()
  })
})
