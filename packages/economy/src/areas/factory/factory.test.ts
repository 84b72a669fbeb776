import { describe, expect, it } from 'vitest'
import { rngFromText } from '../../core/chance/rng.ts'
import { asItemId, asRecipeId } from '../../core/numbers.ts'
import { findViolations } from '../../economy.ts'
import { sampleCatalogue } from '../../../testing/fixture.ts'
import { HERB, INGOT, LUCKY_BAG, NOTHING, ORE, SCRAP, STALL, TONIC, WORKSHOP } from '../../../testing/sample-recipes.ts'
import { ANNA, eventsOf, mustRun, stockOf, workshopWith } from '../../../testing/workshop.ts'
import { drawFactory } from './draw-factory.ts'
import { factoryGrants, factoryTimeSec, maxFactoryCount, type StartFactory } from './recipe.ts'

const GOODS = [
  [ORE, 30],
  [INGOT, 20],
  [HERB, 10],
  [SCRAP, 5],
] as const

function make(inputIds: readonly number[], count = 1, recipeId = WORKSHOP): StartFactory {
  return { type: 'start_factory', userId: ANNA, recipeId, inputIds: inputIds.map(asItemId), count }
}

describe('a factory job', () => {
  it('consumes the required items and one chosen item per slot for each unit', () => {
    const economy = workshopWith(GOODS)
    mustRun(economy, make([INGOT, SCRAP], 4))
    expect([ORE, INGOT, HERB, SCRAP].map((itemId) => stockOf(economy, itemId))).toEqual([
      [26, 0],
      [16, 0],
      [10, 0],
      [1, 0],
    ])
  })

  it('takes the sum of the chosen options’ times and draws each generator and option', () => {
    const economy = workshopWith(GOODS)
    mustRun(economy, make([INGOT, SCRAP], 4))
    expect(economy.pass(4 * 3_000 - 1)).toEqual([])
    const [ended] = eventsOf(economy.pass(1), 'job_ended')
    const won = new Map(ended?.newItems.map(({ itemId, count }) => [itemId, count]))
    // Four lucky bags give ore, ingots or nothing; four ingots scrap or herbs; four scraps a tonic or nothing.
    expect((won.get(SCRAP) ?? 0) + (won.get(HERB) ?? 0)).toBe(4)
    expect((won.get(ORE) ?? 0) + (won.get(INGOT) ?? 0)).toBeLessThanOrEqual(4)
    expect(won.get(TONIC) ?? 0).toBeLessThanOrEqual(4)
    expect(findViolations(economy.world)).toEqual([])
  })

  it('has a separate queue from crafts', () => {
    const economy = workshopWith(GOODS)
    mustRun(economy, make([INGOT, SCRAP]))
    mustRun(economy, make([HERB, ORE]))
    const [first, second] = economy.world.account(ANNA).jobs.queue('factory')
    expect([second?.startAtMs, (second?.endAtMs ?? 0) - (second?.startAtMs ?? 0)]).toEqual([first?.endAtMs, 9_000])
    expect(economy.world.account(ANNA).jobs.queue('craft')).toEqual([])
  })

  it('without slots takes no time', () => {
    const economy = workshopWith(GOODS)
    const events = mustRun(economy, make([], 2, STALL))
    expect(eventsOf(events, 'job_ended')).toHaveLength(1)
    expect(eventsOf(events, 'job_queued')).toEqual([])
  })

  it('is returned in full when cancelled before it starts', () => {
    const economy = workshopWith(GOODS)
    mustRun(economy, make([INGOT, SCRAP]))
    mustRun(economy, make([HERB, ORE], 2))
    const job = economy.world.account(ANNA).jobs.queue('factory')[1]
    if (job === undefined) throw new Error('Two jobs should be queued')
    mustRun(economy, { type: 'cancel_job', userId: ANNA, queue: 'factory', jobId: job.id })
    expect([ORE, INGOT, HERB, SCRAP].map((itemId) => stockOf(economy, itemId)[0])).toEqual([29, 19, 10, 4])
  })

  it.each([
    ['an unknown recipe', make([], 1, asRecipeId(1)), { code: 'recipe_not_found' }],
    ['a slot without a choice', make([INGOT]), { code: 'options_missing', slot: 1 }],
    ['an item that does not fit the slot', make([ORE, ORE]), { code: 'option_not_available', itemId: ORE }],
    ['one item too many', make([INGOT, ORE, ORE]), { code: 'option_not_available', itemId: ORE }],
    ['a count of 1,001', make([INGOT, ORE], 1_001), { code: 'invalid_count' }],
    [
      'too few of everything, naming each',
      make([HERB, SCRAP], 11),
      {
        code: 'missing_ingredients',
        missing: [
          { itemId: HERB, have: 10, need: 11 },
          { itemId: SCRAP, have: 5, need: 11 },
        ],
      },
    ],
    [
      'an item that is both required and chosen, counted together',
      make([INGOT, ORE], 16),
      { code: 'missing_ingredients', missing: [{ itemId: ORE, have: 30, need: 32 }] },
    ],
  ])('is rejected for %s', (_, command, error) => {
    expect(workshopWith(GOODS).run(command)).toMatchObject({ ok: false, error })
  })
})

describe('previews of a factory job', () => {
  const recipe = sampleCatalogue().factoryRecipes.get(WORKSHOP)
  if (recipe === undefined) throw new Error('The sample game must have this recipe')
  const inputs = [INGOT, ORE]

  it('show its duration, the most units the stock allows, and the expected yield', () => {
    expect(factoryTimeSec(recipe, inputs, 5)).toBe(20)
    expect(maxFactoryCount(recipe, inputs, (itemId) => (itemId === ORE ? 9 : 100))).toBe(4)
    expect(factoryGrants(recipe, [INGOT, SCRAP], 4)).toEqual([
      { itemId: LUCKY_BAG, min: 4, expected: 4, max: 4 },
      { itemId: SCRAP, min: 0, expected: 1, max: 4 },
      { itemId: HERB, min: 0, expected: 3, max: 4 },
      { itemId: NOTHING, min: 0, expected: 2, max: 4 },
      { itemId: TONIC, min: 0, expected: 2, max: 4 },
    ])
  })

  it('match the average of what is drawn', () => {
    const drawn = drawFactory(recipe, [INGOT, SCRAP], 1_000, rngFromText('average'))
    for (const [index, { itemId, expected, min, max }] of factoryGrants(recipe, [INGOT, SCRAP], 1_000).entries()) {
      expect(drawn[index]?.itemId).toBe(itemId)
      const spread = min === max ? 0 : Math.sqrt(expected * (1 - expected / 1_000))
      expect(Math.abs((drawn[index]?.count ?? 0) - expected)).toBeLessThanOrEqual(4 * spread)
    }
  })
})
