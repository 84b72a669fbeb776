import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rngFromText } from '../../core/chance/rng.ts'
import { WORLD } from '../../core/ledger/accounts.ts'
import { asItemId, asRecipeId } from '../../core/numbers.ts'
import { END_MAX_MS, SECOND_MS } from '../../core/time.ts'
import { findViolations } from '../../economy.ts'
import { sampleCatalogue, type SampleEconomy } from '../../../testing/fixture.ts'
import {
  FORGE,
  HERB,
  INGOT,
  LUCKY_BAG,
  ORE,
  SCRAP,
  SICKLE,
  SMELT,
  TONIC,
  UNPACK,
} from '../../../testing/sample-recipes.ts'
import { ANNA, BORIS, eventsOf, give, mustRun, stockOf, workshopWith } from '../../../testing/workshop.ts'
import { estimateOpening } from '../items/estimate-opening.ts'
import type { CancelJob } from '../jobs/commands.ts'
import { asJobId, type JobId } from '../jobs/job.ts'
import { drawCraft } from './draw-craft.ts'
import { craftGrants, maxCraftCount, type CraftRecipe, type StartCraft } from './recipe.ts'

function craft(recipeId: StartCraft['recipeId'], count = 1): StartCraft {
  return { type: 'start_craft', userId: ANNA, recipeId, count }
}

function queue(economy: SampleEconomy) {
  return economy.world.account(ANNA).jobs.queue('craft')
}

function cancel(jobId: JobId, userId = ANNA): CancelJob {
  return { type: 'cancel_job', userId, queue: 'craft', jobId }
}

function refusal(economy: SampleEconomy, command: Parameters<SampleEconomy['run']>[0]): unknown {
  const outcome = economy.run(command)
  return outcome.ok ? 'accepted' : outcome.error
}

describe('a craft that takes no time', () => {
  it('finishes in the same call, as two operations', () => {
    const economy = workshopWith([[ORE, 7]])
    const events = mustRun(economy, craft(SMELT, 3))
    expect([stockOf(economy, ORE), stockOf(economy, INGOT)]).toEqual([
      [1, 0],
      [3, 0],
    ])
    expect(eventsOf(events, 'ledger_posted').flatMap(({ operations }) => operations.map(({ kind }) => kind))).toEqual([
      'start_craft',
      'end_craft',
    ])
    expect(eventsOf(events, 'job_ended')).toMatchObject([
      { newItems: [{ itemId: INGOT, count: 3 }], returnedItems: [] },
    ])
    expect(queue(economy)).toEqual([])
  })

  it('does not wait for the queue', () => {
    const economy = workshopWith([
      [ORE, 9],
      [INGOT, 1],
    ])
    mustRun(economy, craft(FORGE))
    mustRun(economy, craft(SMELT))
    expect(stockOf(economy, INGOT)).toEqual([1, 1])
  })
})

describe('a craft that takes time', () => {
  it('consumes ingredients, holds the kept items and returns them at the end', () => {
    const economy = workshopWith([
      [ORE, 10],
      [INGOT, 5],
    ])
    mustRun(economy, craft(FORGE, 2))
    expect([stockOf(economy, ORE), stockOf(economy, INGOT)]).toEqual([
      [4, 0],
      [3, 2],
    ])
    expect(findViolations(economy.world)).toEqual([])
    expect(economy.pass(20 * SECOND_MS - 1)).toEqual([])
    const ended = eventsOf(economy.pass(1), 'job_ended')
    expect(ended).toMatchObject([{ returnedItems: [{ itemId: INGOT, count: 2 }], atMs: economy.nowMs }])
    expect([stockOf(economy, INGOT), stockOf(economy, SICKLE)]).toEqual([
      [5, 0],
      [2, 0],
    ])
    expect(stockOf(economy, SCRAP)[0]).toBeLessThanOrEqual(8)
    expect(findViolations(economy.world)).toEqual([])
  })

  it('starts when the previous one ends', () => {
    const economy = workshopWith([
      [ORE, 30],
      [INGOT, 9],
    ])
    mustRun(economy, craft(FORGE, 2))
    const startedAtMs = economy.nowMs
    mustRun(economy, craft(UNPACK, 3))
    expect(queue(economy)).toMatchObject([
      { startAtMs: startedAtMs, endAtMs: startedAtMs + 20_000 },
      { startAtMs: startedAtMs + 20_000, endAtMs: startedAtMs + 35_000 },
    ])
    economy.pass(60 * SECOND_MS)
    mustRun(economy, craft(UNPACK))
    expect(queue(economy)).toMatchObject([{ startAtMs: economy.nowMs }])
  })

  it('ends at its time, however late it is settled', () => {
    const economy = workshopWith([[INGOT, 2]])
    mustRun(economy, craft(UNPACK))
    const endAtMs = economy.nowMs + 5 * SECOND_MS
    const events = economy.pass(1_000_000 * SECOND_MS)
    expect(eventsOf(events, 'job_ended')).toMatchObject([{ atMs: endAtMs }])
    const [operation] = eventsOf(events, 'ledger_posted').flatMap(({ operations }) => operations)
    expect(operation).toMatchObject({ kind: 'end_delayed_craft', atMs: endAtMs })
    expect(Number.parseInt(operation?.id.replace('-', '').slice(0, 12) ?? '', 16)).toBe(endAtMs)
  })

  it("is settled before its owner's next command", () => {
    const economy = workshopWith([[INGOT, 1]])
    mustRun(economy, craft(UNPACK))
    economy.nowMs += 5 * SECOND_MS
    mustRun(economy, craft(SMELT, 5))
    expect(stockOf(economy, INGOT)[0]).toBeGreaterThanOrEqual(5)
  })

  it('opens its outputs down to plain items', () => {
    const economy = workshopWith([[INGOT, 10]])
    mustRun(economy, craft(UNPACK, 10))
    economy.pass(50 * SECOND_MS)
    expect(stockOf(economy, LUCKY_BAG)).toEqual([0, 0])
    expect(stockOf(economy, HERB)).toEqual([20, 0])
    const [ore] = stockOf(economy, ORE)
    const [ingots] = stockOf(economy, INGOT)
    expect(ore).toBeGreaterThanOrEqual(100)
    expect(ore - 100 + ingots).toBeLessThanOrEqual(20)
  })
})

describe('the craft queue', () => {
  it('holds at most 50 waiting entries', () => {
    const economy = workshopWith([[INGOT, 100]])
    for (let job = 0; job < 51; job += 1) mustRun(economy, craft(UNPACK))
    expect(refusal(economy, craft(UNPACK))).toEqual({ code: 'queue_full', max: 50 })
    economy.pass(5 * SECOND_MS)
    expect(refusal(economy, craft(UNPACK))).toBe('accepted')
  })

  it('counts an entry that starts right now as started', () => {
    const economy = workshopWith([[INGOT, 100]])
    for (let job = 0; job < 51; job += 1) mustRun(economy, craft(UNPACK))
    const second = queue(economy)[1]
    // Each command takes a millisecond.
    economy.nowMs = (second?.startAtMs ?? 0) - 2
    expect(refusal(economy, craft(UNPACK))).toEqual({ code: 'queue_full', max: 50 })
    expect(refusal(economy, craft(UNPACK))).toBe('accepted')
    expect(queue(economy)[0]).toEqual(second)
  })

  it('returns everything for a cancelled waiting entry, and moves up those behind it', () => {
    const economy = workshopWith([
      [ORE, 30],
      [INGOT, 9],
    ])
    mustRun(economy, craft(UNPACK, 2))
    mustRun(economy, craft(FORGE, 3))
    mustRun(economy, craft(UNPACK))
    const [first, second, third] = queue(economy)
    const events = mustRun(economy, cancel(second?.id ?? asJobId('')))
    expect(eventsOf(events, 'job_cancelled')).toMatchObject([
      {
        returnedItems: [
          { itemId: ORE, count: 9 },
          { itemId: INGOT, count: 3 },
        ],
      },
    ])
    expect(eventsOf(events, 'job_moved').map(({ job }) => job.id)).toEqual([third?.id])
    expect([stockOf(economy, ORE), stockOf(economy, INGOT)]).toEqual([
      [30, 0],
      [6, 0],
    ])
    expect(queue(economy)).toEqual([
      first,
      { ...third, startAtMs: first?.endAtMs, endAtMs: (first?.endAtMs ?? 0) + 5_000 },
    ])
    expect(findViolations(economy.world)).toEqual([])
  })

  it('rejects cancelling an entry that has started, ended, is unknown or belongs to another player', () => {
    const economy = workshopWith([[INGOT, 9]])
    mustRun(economy, craft(UNPACK))
    mustRun(economy, craft(UNPACK))
    const [running, waiting] = queue(economy).map(({ id }) => id)
    if (running === undefined || waiting === undefined) throw new Error('Two jobs should be queued')
    expect(refusal(economy, cancel(running))).toEqual({ code: 'craft_not_cancellable', jobId: running })
    expect(refusal(economy, cancel(waiting, BORIS))).toEqual({ code: 'job_not_found', jobId: waiting })
    expect(refusal(economy, cancel(asJobId('none')))).toMatchObject({ code: 'job_not_found' })
    economy.nowMs += 5 * SECOND_MS
    expect(refusal(economy, cancel(waiting))).toMatchObject({ code: 'craft_not_cancellable' })
    expect(refusal(economy, cancel(running))).toMatchObject({ code: 'job_not_found' })
  })
})

describe('starting a craft', () => {
  it.each([
    ['an unknown recipe', asRecipeId(77), 1, { code: 'recipe_not_found', recipeId: 77 }],
    ['no unit', SMELT, 0, { code: 'invalid_count', count: 0 }],
    ['half a unit', SMELT, 0.5, { code: 'invalid_count', count: 0.5 }],
    ['more than 1,000 units', SMELT, 1_001, { code: 'invalid_count', count: 1_001 }],
    [
      'more than the stock allows, naming have and need of each',
      FORGE,
      3,
      {
        code: 'missing_ingredients',
        missing: [
          { itemId: ORE, have: 8, need: 9 },
          { itemId: INGOT, have: 1, need: 3 },
        ],
      },
    ],
  ])('is rejected for %s', (_, recipeId, count, expected) => {
    const economy = workshopWith([
      [ORE, 8],
      [INGOT, 1],
    ])
    expect(refusal(economy, craft(recipeId, count))).toEqual(expected)
    expect([stockOf(economy, ORE), stockOf(economy, INGOT)]).toEqual([
      [8, 0],
      [1, 0],
    ])
  })

  it('is rejected when its outputs could exceed 2^53 − 1', () => {
    const economy = workshopWith([[ORE, 20]])
    give(economy, BORIS, [[INGOT, 2 ** 53 - 3]])
    expect(refusal(economy, craft(SMELT, 3))).toEqual({ code: 'amount_too_large' })
    expect(refusal(economy, craft(SMELT, 2))).toBe('accepted')
    expect(economy.world.balanceOf(WORLD, INGOT).free).toBe(-(2 ** 53 - 1))
  })

  it('mints only what the supply has room for when it filled up meanwhile', () => {
    const economy = workshopWith([
      [ORE, 3],
      [INGOT, 1],
    ])
    mustRun(economy, craft(FORGE))
    give(economy, BORIS, [[SICKLE, 2 ** 53 - 1]])
    expect(eventsOf(economy.pass(10_000), 'job_ended')).toHaveLength(1)
    expect([stockOf(economy, SICKLE), stockOf(economy, INGOT)]).toEqual([
      [0, 0],
      [1, 0],
    ])
    expect(findViolations(economy.world)).toEqual([])
  })
})

describe('previews of a craft', () => {
  const { craftRecipes, ...catalogue } = sampleCatalogue()
  const forge = craftRecipes.get(FORGE)
  const unpack = craftRecipes.get(UNPACK)
  if (forge === undefined || unpack === undefined) throw new Error('The sample game must have these recipes')

  it.each([
    [{ ore: 8, ingots: 5 }, 2],
    [{ ore: 9, ingots: 2 }, 2],
    [{ ore: 2, ingots: 5 }, 0],
    [{ ore: 999_999, ingots: 999_999 }, 1_000],
  ])('say how many the stock %o is enough for', ({ ore, ingots }, expected) => {
    expect(maxCraftCount(forge, (itemId) => (itemId === ORE ? ore : ingots))).toBe(expected)
  })

  it('count an item that is both kept and consumed twice', () => {
    const recipe: CraftRecipe = { ...forge, remain: [{ itemId: ORE, count: 2 }] }
    expect(maxCraftCount(recipe, () => 11)).toBe(2)
  })

  it('expect the average of random outputs and openings', () => {
    const forged = estimateOpening(catalogue, craftGrants(forge, 10))
    expect([forged.min.get(SCRAP), forged.expected.get(SCRAP), forged.max.get(SCRAP)]).toEqual([0, 20, 40])
    const { min, expected, max } = estimateOpening(catalogue, craftGrants(unpack, 1))
    expect([min.get(ORE), expected.get(ORE), max.get(ORE)]).toEqual([10, 11.4, 12])
    expect([min.get(INGOT), expected.get(INGOT), max.get(INGOT)]).toEqual([0, 0.5, 2])
    expect(expected.has(asItemId(40))).toBe(false)
  })

  it('match what is drawn', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.string(), (count, seed) => {
        const drawn = drawCraft(forge, count, rngFromText(seed))
        for (const [index, { min, max }] of craftGrants(forge, count).entries()) {
          expect(drawn[index]?.count).toBeGreaterThanOrEqual(min)
          expect(drawn[index]?.count).toBeLessThanOrEqual(max)
        }
      }),
    )
    const totals = drawCraft(forge, 100_000, rngFromText('uniform'))
    expect(Math.abs((totals[1]?.count ?? 0) / 100_000 - 2)).toBeLessThan((4 * Math.SQRT2) / Math.sqrt(100_000))
  })
})

describe('energy', () => {
  it('shortens jobs started while it lasts to three quarters, and extends the remaining time', () => {
    const economy = workshopWith([
      [ORE, 30],
      [INGOT, 9],
      [TONIC, 2],
    ])
    const activate = { type: 'activate_energy', userId: ANNA } as const
    mustRun(economy, activate)
    const startedAtMs = economy.nowMs
    mustRun(economy, activate)
    expect(economy.world.account(ANNA).energy.untilMs).toBe(startedAtMs + 2 * 600_000)
    expect(stockOf(economy, TONIC)).toEqual([0, 0])
    mustRun(economy, craft(FORGE))
    expect(queue(economy)).toMatchObject([{ startAtMs: economy.nowMs, endAtMs: economy.nowMs + 7_500 }])
    expect(refusal(economy, activate)).toMatchObject({ code: 'not_enough_items', itemId: TONIC, missing: 1 })
    economy.pass(2 * 600_000)
    mustRun(economy, craft(FORGE))
    expect(queue(economy)).toMatchObject([{ endAtMs: economy.nowMs + 10_000 }])
  })
})

describe('the latest time the API can represent', () => {
  it('limits the end of jobs and of energy', () => {
    const goods = [
      [INGOT, 1],
      [ORE, 9],
      [TONIC, 2],
    ] as const
    const late = workshopWith(goods)
    late.nowMs = END_MAX_MS - 10 * SECOND_MS
    expect(refusal(late, craft(FORGE))).toEqual({ code: 'amount_too_large' })
    expect(refusal(late, { type: 'activate_energy', userId: ANNA })).toEqual({ code: 'amount_too_large' })
    const inTime = workshopWith(goods)
    inTime.nowMs = END_MAX_MS - 601 * SECOND_MS
    expect(refusal(inTime, craft(FORGE))).toBe('accepted')
    expect(refusal(inTime, { type: 'activate_energy', userId: ANNA })).toBe('accepted')
  })
})
