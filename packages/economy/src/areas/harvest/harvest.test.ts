import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rngFromText, type Rng } from '../../core/chance/rng.ts'
import { asItemId, asRecipeId, type ItemId } from '../../core/numbers.ts'
import { findViolations } from '../../economy.ts'
import { sampleCatalogue, type SampleEconomy } from '../../../testing/fixture.ts'
import { GOLDEN_SICKLE, HEAP, HERB, INGOT, MEADOW, ORE, SCRAP, SICKLE } from '../../../testing/sample-recipes.ts'
import { ANNA, BORIS, eventsOf, give, mustRun, stockOf, workshopWith } from '../../../testing/workshop.ts'
import { FIRST_VERSION } from '../content/contents.ts'
import { drawItemOutcomes } from './draw-item-outcomes.ts'
import { drawResults } from './draw-results.ts'
import { estimateHarvest } from './estimate-harvest.ts'
import { asGroupId, type HarvestGroup } from './harvest-group.ts'
import { planRuns } from './plan-runs.ts'
import type { HarvestItem, HarvestRecipe } from './recipe.ts'
import { harvestGrants, lootMillionths, runTimeMs, speedMillionths } from './multipliers.ts'
import type { HarvestSelection, SetHarvest } from './settings.ts'

const MEADOW_MS = 120_000
const catalogue = sampleCatalogue()

function recipeOf(id: typeof MEADOW): HarvestRecipe {
  const recipe = catalogue.harvestRecipes.get(id)
  if (recipe === undefined) throw new Error(`No recipe ${id}`)
  return recipe
}

function itemOf(recipe: HarvestRecipe, slot: number, itemId: ItemId): HarvestItem {
  const item = recipe.slots[slot]?.items.find((candidate) => candidate.itemId === itemId)
  if (item === undefined) throw new Error(`No item ${itemId}`)
  return item
}

function select(itemId: ItemId, settings: Partial<HarvestSelection> = {}): HarvestSelection {
  return { itemId, limit: 0, priority: 0, max: 0, ...settings }
}

function set(slots: readonly (readonly HarvestSelection[])[], settings: Partial<SetHarvest> = {}): SetHarvest {
  return { type: 'set_harvest', userId: ANNA, recipeId: MEADOW, enabled: true, maxParallel: 0, slots, ...settings }
}

function groups(economy: SampleEconomy): readonly HarvestGroup[] {
  return economy.world.account(ANNA).harvest.groups()
}

function summary(economy: SampleEconomy): unknown {
  return groups(economy).map(({ count, items }) => [count, items.map(({ itemId }) => itemId)])
}

describe('harvest runs', () => {
  it('start automatically as one group when the recipe is enabled, and hold their items', () => {
    const economy = workshopWith([
      [SICKLE, 10_000],
      [ORE, 30_000],
      [HERB, 20_000],
    ])
    const events = mustRun(economy, set([[select(SICKLE)], [select(ORE)]]))
    expect(eventsOf(events, 'harvest_started')).toHaveLength(1)
    expect(summary(economy)).toEqual([[10_000, [SICKLE, ORE]]])
    expect([SICKLE, ORE, HERB].map((itemId) => stockOf(economy, itemId))).toEqual([
      [0, 10_000],
      [10_000, 20_000],
      [10_000, 0],
    ])
    expect(findViolations(economy.world)).toEqual([])
  })

  it('use the highest priority first, then the lower item id', () => {
    const economy = workshopWith([
      [SICKLE, 2],
      [GOLDEN_SICKLE, 3],
      [ORE, 4],
      [HERB, 50],
    ])
    mustRun(
      economy,
      set([
        [select(SICKLE), select(GOLDEN_SICKLE, { priority: 1 })],
        [select(HERB), select(ORE)],
      ]),
    )
    expect(summary(economy)).toEqual([
      [2, [GOLDEN_SICKLE, ORE]],
      [1, [GOLDEN_SICKLE, HERB]],
      [2, [SICKLE, HERB]],
    ])
  })

  it('leave the stock that a limit reserves', () => {
    const economy = workshopWith([
      [SICKLE, 10],
      [ORE, 15],
      [HERB, 50],
    ])
    mustRun(economy, set([[select(SICKLE, { limit: 7 })], [select(ORE, { limit: 9 })]]))
    expect([stockOf(economy, SICKLE), stockOf(economy, ORE)]).toEqual([
      [7, 3],
      [9, 6],
    ])
  })

  it("use at most an item's maximum at once", () => {
    const economy = workshopWith([
      [SICKLE, 10],
      [ORE, 50],
      [HERB, 50],
    ])
    mustRun(economy, set([[select(SICKLE, { max: 4 })], [select(ORE, { max: 3 })]]))
    // Two ores a run: the second run starts while fewer than three are in use.
    expect(summary(economy)).toEqual([[2, [SICKLE, ORE]]])
  })

  it('are limited by max_parallel', () => {
    const economy = workshopWith([
      [SICKLE, 10],
      [ORE, 50],
      [HERB, 50],
    ])
    mustRun(economy, set([[select(SICKLE)], [select(ORE)]], { maxParallel: 3 }))
    expect(summary(economy)).toEqual([[3, [SICKLE, ORE]]])
    mustRun(economy, set([[select(SICKLE)], [select(ORE)]], { maxParallel: 5 }))
    expect(summary(economy)).toEqual([
      [3, [SICKLE, ORE]],
      [2, [SICKLE, ORE]],
    ])
  })

  it('start whenever stock arrives: from a grant, a trade or ended work', () => {
    const economy = workshopWith(
      [
        [SICKLE, 3],
        [HERB, 50],
      ],
      100,
    )
    mustRun(economy, set([[select(SICKLE)], [select(ORE)]]))
    expect(groups(economy)).toEqual([])
    give(economy, ANNA, [[ORE, 2]])
    expect(summary(economy)).toEqual([[1, [SICKLE, ORE]]])
    give(economy, BORIS, [[ORE, 2]])
    const order = {
      type: 'place_lot',
      itemId: ORE,
      price: 5,
      count: 2,
      mode: 'rest',
      preferred: { currency: 'coin', price: 5 },
    } as const
    mustRun(economy, { ...order, userId: ANNA, side: 'buy' })
    mustRun(economy, { ...order, userId: BORIS, side: 'sell' })
    expect(groups(economy).map(({ count }) => count)).toEqual([1, 1])
  })

  it('continue when the recipe is disabled, and no run starts', () => {
    const economy = workshopWith([
      [SICKLE, 3],
      [ORE, 50],
      [HERB, 50],
    ])
    mustRun(economy, set([[select(SICKLE)], [select(ORE)]], { maxParallel: 1 }))
    mustRun(economy, set([[], []], { enabled: false }))
    expect(summary(economy)).toEqual([[1, [SICKLE, ORE]]])
    economy.pass(MEADOW_MS)
    expect(groups(economy)).toEqual([])
  })

  it('end at their time and start the next right then, even if settled hours later', () => {
    const economy = workshopWith([
      [SICKLE, 1_000],
      [ORE, 100_000],
      [HERB, 100_000],
    ])
    mustRun(economy, set([[select(SICKLE)], [select(ORE)]], { maxParallel: 2 }))
    const startedAtMs = economy.nowMs
    const events = economy.pass(3 * 3_600_000)
    const ends = eventsOf(events, 'harvest_ended').map(({ group }) => group.endAtMs)
    expect(ends).toEqual(Array.from({ length: 90 }, (_, round) => startedAtMs + (round + 1) * MEADOW_MS))
    expect(eventsOf(events, 'harvest_started').map(({ group }) => group.startAtMs)).toEqual(ends)
  })

  it('add one experience each, and upgrade the item at exp_for_up', () => {
    const economy = workshopWith([[SCRAP, 1_000]])
    mustRun(economy, set([[select(SCRAP)]], { recipeId: HEAP, maxParallel: 1_000 }))
    const [ended] = eventsOf(economy.pass(40_000), 'harvest_ended')
    const broken = ended?.brokenItems[0]?.count ?? 0
    expect(broken).toBeGreaterThan(400)
    expect(broken).toBeLessThan(600)
    expect(ended?.experience).toEqual([{ itemId: SCRAP, experience: (1_000 - broken) % 2 }])
    expect(findViolations(economy.world)).toEqual([])
  })

  it('upgrade every third returned sickle, counted over all groups', () => {
    const economy = workshopWith([
      [SICKLE, 100],
      [ORE, 200],
      [HERB, 100],
    ])
    mustRun(economy, set([[select(SICKLE)], [select(ORE)]], { maxParallel: 7 }))
    mustRun(economy, set([[select(SICKLE)], [select(ORE)]], { maxParallel: 12 }))
    mustRun(economy, set([[], []], { enabled: false }))
    const ended = eventsOf(economy.pass(MEADOW_MS), 'harvest_ended')
    const broken = ended.reduce((sum, { brokenItems }) => sum + (brokenItems[0]?.count ?? 0), 0)
    const upgraded = ended.reduce((sum, { upgradedItems }) => sum + (upgradedItems[0]?.count ?? 0), 0)
    expect(upgraded).toBe(Math.floor((12 - broken) / 3))
    expect(stockOf(economy, GOLDEN_SICKLE)).toEqual([upgraded, 0])
    expect(stockOf(economy, SICKLE)).toEqual([100 - broken - upgraded, 0])
    expect(economy.world.account(ANNA).harvest.state(MEADOW)?.experience.get(SICKLE)).toBe((12 - broken) % 3)
  })

  it('cost about the same for ten thousand as for one: one group, one operation at start and end', () => {
    const economy = workshopWith([
      [SICKLE, 10_000],
      [ORE, 20_000],
      [HERB, 10_000],
    ])
    const events = mustRun(economy, set([[select(SICKLE)], [select(ORE)]]))
    mustRun(economy, set([[], []], { enabled: false }))
    const ended = economy.pass(MEADOW_MS)
    for (const part of [events, ended]) {
      expect(eventsOf(part, 'ledger_posted').flatMap(({ operations }) => operations)).toHaveLength(1)
    }
    expect(eventsOf(ended, 'harvest_ended')).toHaveLength(1)
  })
})

describe('settings of a harvest', () => {
  it.each([
    [
      'an unknown recipe',
      set([[select(SICKLE)], [select(ORE)]], { recipeId: asRecipeId(1) }),
      { code: 'recipe_not_found' },
    ],
    ['an enabled recipe with an empty slot', set([[select(SICKLE)], []]), { code: 'options_missing', slot: 1 }],
    ['an item that does not fit', set([[select(ORE)], [select(ORE)]]), { code: 'option_not_available', itemId: ORE }],
    ['an item twice', set([[select(SICKLE), select(SICKLE)], [select(ORE)]]), { code: 'option_not_available' }],
    [
      'more than 10,000 at once',
      set([[select(SICKLE)], [select(ORE)]], { maxParallel: 10_001 }),
      { code: 'invalid_count' },
    ],
    ['a priority of 10', set([[select(SICKLE, { priority: 10 })], [select(ORE)]]), { code: 'invalid_count' }],
    ['a negative limit', set([[select(SICKLE, { limit: -1 })], [select(ORE)]]), { code: 'invalid_count' }],
  ])('are rejected for %s', (_, command, error) => {
    expect(workshopWith([]).run(command)).toMatchObject({ ok: false, error })
  })

  it('may leave slots empty while disabled', () => {
    expect(workshopWith([]).run(set([[], []], { enabled: false }))).toMatchObject({ ok: true })
  })
})

describe('choosing runs', () => {
  const anySelection = (itemId: ItemId) =>
    fc.record({
      itemId: fc.constant(itemId),
      limit: fc.nat(6),
      priority: fc.nat(2),
      max: fc.nat(5),
    })
  const anySlots = fc.tuple(
    fc.uniqueArray(fc.oneof(anySelection(SICKLE), anySelection(GOLDEN_SICKLE)), { selector: ({ itemId }) => itemId }),
    fc.uniqueArray(fc.oneof(anySelection(ORE), anySelection(HERB)), { selector: ({ itemId }) => itemId }),
  )

  it('in groups equals choosing one run at a time', () => {
    fc.assert(
      fc.property(
        anySlots,
        fc.nat(12),
        fc.array(fc.nat(15), { minLength: 4, maxLength: 4 }),
        (slots, maxParallel, counts) => {
          const settings = { enabled: true, maxParallel, slots: slots.map((items) => items.toSorted(byPreference)) }
          const goods = [SICKLE, GOLDEN_SICKLE, ORE, HERB].map((itemId, index) => [itemId, counts[index] ?? 0] as const)
          const inGroups = start(settings, new Map(goods), Number.POSITIVE_INFINITY)
          const singly = start(settings, new Map(goods), 1)
          expect(inGroups.map(({ chosen, count }) => `${count} ${chosen}`)).toEqual(merge(singly))
        },
      ),
    )
  })

  function byPreference(a: HarvestSelection, b: HarvestSelection): number {
    return b.priority - a.priority || a.itemId - b.itemId
  }

  function start(settings: Parameters<typeof planRuns>[1], stock: Map<ItemId, number>, max: number) {
    const started: { chosen: string; count: number }[] = []
    const running = { activeCount: 0, itemsInRuns: new Map<ItemId, number>() }
    for (;;) {
      const plan = planRuns(recipeOf(MEADOW), settings, running, (itemId) => stock.get(itemId) ?? 0)
      if (plan === undefined || started.length > 10_000) return started
      const count = Math.min(plan.count, max)
      started.push({ chosen: plan.chosen.map(({ itemId }) => itemId).join(), count })
      running.activeCount += count
      for (const [itemId, taken] of plan.takes) stock.set(itemId, (stock.get(itemId) ?? 0) - taken * count)
      for (const { itemId, count: ofRun } of plan.chosen) {
        running.itemsInRuns.set(itemId, (running.itemsInRuns.get(itemId) ?? 0) + ofRun * count)
      }
    }
  }

  function merge(runs: readonly { chosen: string; count: number }[]): string[] {
    const merged: { chosen: string; count: number }[] = []
    for (const { chosen, count } of runs) {
      const last = merged.at(-1)
      if (last?.chosen === chosen) last.count += count
      else merged.push({ chosen, count })
    }
    return merged.map(({ chosen, count }) => `${count} ${chosen}`)
  }
})

describe('multipliers of a run', () => {
  const item = itemOf(recipeOf(HEAP), 0, SCRAP)

  it.each([
    [[1, 1], 1],
    [[1.5, 1.2], 1.7],
    [[1.1, 1.1], 1.2],
    [[0.2, 0.1], 0.4],
    [[0, 0], 0.4],
  ])('multiply loot with coefficients %o by %f, 0.4 at min', (coefficients, expected) => {
    expect(lootMillionths(coefficients.map((lootmoreCoef) => ({ ...item, lootmoreCoef })))).toBe(expected * 1_000_000)
  })

  it.each([
    [[1, 1], 7_200_000],
    [[2, 1], 3_600_000],
    [[0.5, 0.6], 72_000_000],
    [[100_000], 1_000],
  ])('with speeds %o make two hours last %i ms', (coefficients, expected) => {
    expect(runTimeMs(2, speedMillionths(coefficients.map((speedCoef) => ({ ...item, speedCoef }))))).toBe(expected)
  })

  it('in the calculation block cover the selected items', () => {
    const meadow = recipeOf(MEADOW)
    const [sickle, golden] = [itemOf(meadow, 0, SICKLE), itemOf(meadow, 0, GOLDEN_SICKLE)]
    const estimate = estimateHarvest(catalogue, meadow, [[sickle, golden], [itemOf(meadow, 1, HERB)]])
    expect(estimate?.durationMs).toEqual({ min: 96_000, average: 108_000, max: 120_000 })
    expect(estimate?.lootMultiplier).toEqual({ min: 1.1, average: 1.35, max: 1.6 })
    expect(estimate?.speedMultiplier).toEqual({ min: 1, average: 1.125, max: 1.25 })
    // 2 herbs × 1.1 is 2 or 3, × 1.6 is 3 or 4; at 150 % one unit for certain and possibly a second.
    expect([estimate?.results.min.get(HERB), estimate?.results.max.get(HERB)]).toEqual([2, 8])
    expect(estimate?.results.expected.get(HERB)).toBeCloseTo(1.5 * 2 * 1.35)
    expect(estimateHarvest(catalogue, meadow, [[sickle], []])).toBeUndefined()
  })
})

describe('sums of chances', () => {
  const meadow = recipeOf(MEADOW)
  const chosen = [itemOf(meadow, 0, GOLDEN_SICKLE), itemOf(meadow, 1, ORE)]
  const [runs, samples] = [300, 400]

  /** One run straight from rules §6, one chance at a time. */
  function drawOneRun(rng: Rng): number[] {
    const loot = Math.max(0.4, 1 + 0.5 - 0.3)
    const isHit = (chance: number) => rng.below(1e9) < chance * 1e9
    return meadow.results.map(({ count, chancePercent }) => {
      const units = Math.floor(chancePercent / 100) + (isHit((chancePercent % 100) / 100) ? 1 : 0)
      let items = 0
      for (let unit = 0; unit < units; unit += 1) {
        items += Math.floor(count * loot) + (isHit((count * loot) % 1) ? 1 : 0)
      }
      return items
    })
  }

  function momentsOf(values: readonly number[]): { mean: number; variance: number } {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) }
  }

  it('are distributed like chances drawn one by one', () => {
    const rngs = [rngFromText('in sums'), rngFromText('one by one')] as const
    const inSums = Array.from({ length: samples }, () =>
      drawResults(meadow, chosen, runs, rngs[0]).map(({ count }) => count),
    )
    const singly = Array.from({ length: samples }, () => {
      const totals = meadow.results.map(() => 0)
      for (let run = 0; run < runs; run += 1) {
        for (const [index, count] of drawOneRun(rngs[1]).entries()) totals[index] = (totals[index] ?? 0) + count
      }
      return totals
    })
    for (const [index, grant] of harvestGrants(meadow, chosen, runs).slice(0, meadow.results.length).entries()) {
      const [sums, singles] = [inSums, singly].map((rounds) => momentsOf(rounds.map((totals) => totals[index] ?? 0)))
      if (sums === undefined || singles === undefined) throw new Error('Both should be drawn')
      const error = Math.sqrt((sums.variance + singles.variance) / samples)
      expect(Math.abs(sums.mean - singles.mean)).toBeLessThan(4 * error)
      expect(Math.abs(sums.mean - grant.expected)).toBeLessThan(4 * error)
      expect(Math.abs(sums.variance / singles.variance - 1)).toBeLessThan(4 * Math.sqrt(4 / samples))
    }
  })

  it('stay within the estimate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.string(), (count, seed) => {
        const drawn = drawResults(meadow, chosen, count, rngFromText(seed))
        for (const [index, { min, max }] of harvestGrants(meadow, chosen, count).slice(0, drawn.length).entries()) {
          expect(drawn[index]?.count).toBeGreaterThanOrEqual(min)
          expect(drawn[index]?.count).toBeLessThanOrEqual(max)
        }
      }),
    )
  })

  it('account for every item: broken, returned or upgraded', () => {
    const group = (count: number): HarvestGroup => ({
      id: asGroupId('group'),
      userId: ANNA,
      recipeId: MEADOW,
      contentVersion: FIRST_VERSION,
      count,
      items: [
        { itemId: SICKLE, count: 3 },
        { itemId: asItemId(12_345), count: 2 },
      ],
      startAtMs: 0,
      endAtMs: 1,
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(2), fc.string(), (count, before, seed) => {
        const sickle = itemOf(meadow, 0, SICKLE)
        const outcomes = drawItemOutcomes(
          group(count),
          [sickle, undefined],
          new Map([[SICKLE, before]]),
          rngFromText(seed),
        )
        const sumOf = (items: readonly { itemId: ItemId; count: number }[], itemId: ItemId) =>
          items.reduce((sum, entry) => sum + (entry.itemId === itemId ? entry.count : 0), 0)
        const [returned, broken, upgraded] = [outcomes.returned, outcomes.broken, outcomes.upgradedFrom].map((items) =>
          sumOf(items, SICKLE),
        )
        expect((returned ?? 0) + (broken ?? 0) + (upgraded ?? 0)).toBe(3 * count)
        expect(sumOf(outcomes.returned, asItemId(12_345))).toBe(2 * count)
        expect(sumOf(outcomes.upgradedTo, GOLDEN_SICKLE)).toBe(upgraded)
        const survivors = count - (broken ?? 0) / 3
        expect((outcomes.experience.get(SICKLE) ?? before) + (upgraded ?? 0)).toBe(before + survivors)
      }),
    )
  })

  it('break items by their chance and grant the results', () => {
    const economy = workshopWith([
      [GOLDEN_SICKLE, 10_000],
      [HERB, 10_000],
    ])
    mustRun(economy, set([[select(GOLDEN_SICKLE)], [select(HERB)]]))
    mustRun(economy, set([[], []], { enabled: false }))
    const [ended] = eventsOf(economy.pass(MEADOW_MS), 'harvest_ended')
    const broken = ended?.brokenItems.find(({ itemId }) => itemId === GOLDEN_SICKLE)?.count ?? 0
    expect(Math.abs(broken - 250)).toBeLessThan(4 * Math.sqrt(10_000 * 0.025 * 0.975))
    const ingots = ended?.newItems.find(({ itemId }) => itemId === INGOT)?.count ?? 0
    expect(ingots).toBeGreaterThanOrEqual(broken)
    expect(stockOf(economy, GOLDEN_SICKLE)).toEqual([10_000 - broken, 0])
  })
})
