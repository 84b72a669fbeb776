import { describe, expect, it } from 'vitest'
import { rngFromText } from '../core/chance/rng.ts'
import { sampleCatalogue } from '../../testing/fixture.ts'
import * as recipes from '../../testing/sample-recipes.ts'
import { expectedWholes } from './exact-harvest.ts'
import { measureLuck } from './luck.ts'
import { drawChanges, simulate } from './simulate.ts'
import { VALUE } from './bounds.ts'
import { exactChanges } from './exact-changes.ts'
import type { StartedWork } from './started-work.ts'

const CATALOGUE = sampleCatalogue()
const PRICES = new Map<number, number>(
  [recipes.ORE, recipes.INGOT, recipes.HERB, recipes.SICKLE, recipes.SCRAP, recipes.GOLDEN_SICKLE].map((id, index) => [
    id,
    7 + 5 * index,
  ]),
)
const select = (itemId: (typeof recipes)['ORE']) => [{ itemId, limit: 0, priority: 0, max: 0 }]

const WORK: readonly StartedWork[] = [
  { kind: 'craft', recipeId: recipes.FORGE, count: 3 },
  { kind: 'craft', recipeId: recipes.UNPACK, count: 2 },
  { kind: 'factory', recipeId: recipes.WORKSHOP, inputIds: [recipes.INGOT, recipes.ORE], count: 4 },
  {
    kind: 'harvest',
    recipeId: recipes.MEADOW,
    maxParallel: 5,
    slots: [select(recipes.SICKLE), select(recipes.ORE)],
  },
  { kind: 'harvest', recipeId: recipes.HEAP, maxParallel: 1, slots: [select(recipes.SCRAP)] },
  { kind: 'roulette', count: 3 },
]
const RUNS = 4_000
/** In standard errors; fixed seeds make sure that averages stay within it. */
const DEVIATIONS = 5
const limits = (runs: number) => ({ runs, isOver: () => false })

describe.each(WORK.map((work) => [work.kind, work] as const))('a simulated %s', (_, work) => {
  it('stays within its exact bounds and around its exact averages', () => {
    const exact = exactChanges(CATALOGUE, work, PRICES)
    const drawn = drawChanges(CATALOGUE, work, PRICES, rngFromText('a seed'), limits(RUNS))
    if (!drawn.ok) throw new Error(drawn.error.code)
    const { changes } = drawn.value
    expect([...changes.keys()].filter((asset) => exact?.has(asset) !== true)).toEqual([])
    for (const [asset, { min, expected, max }] of exact ?? []) {
      const values = [...(changes.get(asset) ?? new Float64Array(RUNS))]
      const mean = values.reduce((sum, value) => sum + value, 0) / RUNS
      const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / RUNS
      expect(Math.abs(mean - expected), `${asset}`).toBeLessThanOrEqual(
        DEVIATIONS * Math.sqrt(variance / RUNS) + 1e-9 * Math.abs(expected) + (variance === 0 ? 1e-9 : 0),
      )
      expect(Math.min(...values), `${asset}`).toBeGreaterThanOrEqual(min)
      expect(Math.max(...values), `${asset}`).toBeLessThanOrEqual(max)
    }
  })
})

describe('a simulation', () => {
  it('estimates the chance of a loss and quantiles with their error', () => {
    const outcome = simulate(CATALOGUE, { kind: 'roulette', count: 1 }, PRICES, rngFromText('b'), limits(10_000))
    if (!outcome.ok) throw new Error(outcome.error.code)
    const { loss, value, runs, histogram, unpriced } = outcome.value
    // A spin costs 10: 5 coins or nothing in the bag lose, two ore at 7 win; the bag has one plain item or none.
    expect(loss.chance).toBeGreaterThan(0.6)
    expect(loss.chance).toBeLessThan(0.71)
    expect(loss.error).toBeCloseTo(1.96 * Math.sqrt((loss.chance * (1 - loss.chance)) / runs), 10)
    expect(value.quantiles.map(({ percent, value: at }) => [percent, at])).toEqual([
      [5, expect.any(Number)],
      [25, -5],
      [50, -5],
      [75, 4],
      [95, expect.any(Number)],
    ])
    for (const { low, value: at, high } of value.quantiles) expect(low <= at && at <= high).toBe(true)
    expect(histogram.reduce((sum, { count }) => sum + count, 0)).toBe(runs)
    expect(unpriced).toEqual([])
    expect([value.min, value.max]).toEqual([-10, 90])
  })

  it('does not count breaking even as a loss', () => {
    const spin = (prices: ReadonlyMap<number, number>) => {
      const outcome = simulate(CATALOGUE, { kind: 'roulette', count: 1 }, prices, rngFromText('b'), limits(1_000))
      if (!outcome.ok) throw new Error(outcome.error.code)
      return outcome.value
    }
    // Two ore at 5 are the 10 coins that a spin costs.
    const even = spin(new Map(PRICES).set(recipes.ORE, 5))
    expect(even.value.quantiles.find(({ percent }) => percent === 75)?.value).toBe(0)
    expect(even.loss).toEqual(spin(PRICES).loss)
  })

  it('stops when its time is over, and reports how many runs it made', () => {
    const outcome = simulate(CATALOGUE, WORK[0] ?? { kind: 'roulette', count: 1 }, PRICES, rngFromText('c'), {
      runs: 10_000,
      isOver: () => true,
    })
    expect(outcome).toMatchObject({ ok: true, value: { runs: 64 } })
  })

  it('rejects what the rules reject', () => {
    const work: StartedWork = { kind: 'craft', recipeId: recipes.FORGE, count: 1_001 }
    expect(simulate(CATALOGUE, work, PRICES, rngFromText('d'), limits(1))).toMatchObject({
      ok: false,
      error: { code: 'invalid_count' },
    })
  })
})

describe('luck', () => {
  it('is the share of outcomes worth less, ties counting half', () => {
    const spin: StartedWork = { kind: 'roulette', count: 1 }
    const luckOf = (coins: number) => {
      const measured = measureLuck(CATALOGUE, spin, [{ itemId: 0 as never, count: coins }], PRICES, rngFromText('e'), {
        ...limits(10_000),
      })
      if (!measured.ok) throw new Error(measured.error.code)
      return measured.value
    }
    expect(luckOf(-20)).toMatchObject({ luckierThan: 0, value: -20 })
    expect(luckOf(1_000).luckierThan).toBe(1)
    const { luckierThan, error, expected } = luckOf(-5)
    expect(luckierThan).toBeGreaterThan(0.28)
    expect(luckierThan).toBeLessThan(0.33)
    expect(error).toBeLessThan(0.01)
    expect(expected).toBeCloseTo(exactChanges(CATALOGUE, spin, PRICES)?.get(VALUE)?.expected ?? 0, 10)
  })

  it('is neutral if nothing is random', () => {
    const work: StartedWork = { kind: 'craft', recipeId: recipes.SMELT, count: 2 }
    const measured = measureLuck(CATALOGUE, work, [], PRICES, rngFromText('f'), limits(10))
    expect(measured).toMatchObject({ ok: true, value: { luckierThan: 0.5, error: 0, runs: 0 } })
  })
})

it('expected upgrades are exact', () => {
  expect(expectedWholes(3, 0.5, 2)).toBeCloseTo(0.5, 12)
  expect(expectedWholes(10_000, 0.3, 1)).toBeCloseTo(3_000, 6)
  expect([expectedWholes(7, 1, 3), expectedWholes(7, 0, 3)]).toEqual([2, 0])
})
