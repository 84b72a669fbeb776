import { expect, it } from 'vitest'
import { rngFromText } from '../../core/chance/rng.ts'
import { WORLD } from '../../core/ledger/accounts.ts'
import { AMOUNT_MAX, asRecipeId } from '../../core/numbers.ts'
import { applyEvents, createWorld, findViolations } from '../../economy.ts'
import { FREE_MARKET, numberedId, SampleEconomy, sampleCatalogue, userNumber } from '../../../testing/fixture.ts'
import { HERB, SICKLE } from '../../../testing/sample-recipes.ts'
import { FIRST_VERSION } from '../content/contents.ts'
import { decideEndRuns } from './end-runs.ts'
import { asGroupId } from './harvest-group.ts'
import type { HarvestRecipe } from './recipe.ts'

const ANNA = userNumber(1)
const RUNS = 10

const GROW: HarvestRecipe = {
  id: asRecipeId(31),
  durationHour: 1,
  slots: [
    {
      items: [
        {
          itemId: SICKLE,
          count: 1,
          requirements: [],
          expForUp: 1,
          resultAfterUp: HERB,
          lootmoreCoef: 1,
          speedCoef: 1,
          breakPercent: 0,
          onBreakResult: [],
        },
      ],
    },
  ],
  results: [{ itemId: HERB, count: 5, chancePercent: 100 }],
}

it.each([0, 3, 53, 1_000])('runs that yield and upgrade to the same item end with room for %d more of it', (room) => {
  const world = createWorld({ ...sampleCatalogue(), harvestRecipes: new Map([[GROW.id, GROW]]) })
  world.account(WORLD).balances.set(HERB, { free: room - AMOUNT_MAX, held: 0 })
  world.account(WORLD).balances.set(SICKLE, { free: -RUNS, held: 0 })
  world.addAccount(ANNA).balances.set(HERB, { free: AMOUNT_MAX - room, held: 0 })
  world.account(ANNA).balances.set(SICKLE, { free: 0, held: RUNS })
  const items = [{ itemId: SICKLE, count: 1 }]
  const group = {
    id: asGroupId('g'),
    userId: ANNA,
    recipeId: GROW.id,
    contentVersion: FIRST_VERSION,
    count: RUNS,
    items,
    startAtMs: 0,
    endAtMs: 1,
  }
  world.account(ANNA).harvest.addGroup(group)
  const context = { nowMs: 1, actorId: WORLD, newId: () => numberedId(1), rngFor: rngFromText }
  applyEvents(world, decideEndRuns(world, group, context))
  expect(world.balanceOf(ANNA, HERB).free - (AMOUNT_MAX - room)).toBe(Math.min(room, 6 * RUNS))
  expect(findViolations(world)).toEqual([])
})

it('starts no more runs in a group than can end in one operation', () => {
  const most = 3
  const count = Math.floor(AMOUNT_MAX / most)
  const rich: HarvestRecipe = { ...GROW, results: [{ itemId: HERB, count, chancePercent: 100 }] }
  const economy = new SampleEconomy([ANNA], FREE_MARKET, { harvestRecipes: new Map([[rich.id, rich]]) })
  economy.run({ type: 'grant', userId: ANNA, kind: 'quest_drop', coins: 0, items: [{ itemId: SICKLE, count: RUNS }] })
  const selection = { itemId: SICKLE, limit: 0, priority: 0, max: 0 }
  const started = economy.run({
    type: 'set_harvest',
    userId: ANNA,
    recipeId: rich.id,
    enabled: true,
    maxParallel: 0,
    slots: [[selection]],
  })
  expect(started.ok).toBe(true)
  const counts = economy.world
    .account(ANNA)
    .harvest.groups()
    .map((group) => group.count)
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(RUNS)
  expect(Math.max(...counts)).toBeLessThanOrEqual(most)
})
