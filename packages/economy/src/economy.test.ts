import { describe, expect, it } from 'vitest'
import { findViolations } from './economy.ts'
import { FORGE, HERB, INGOT, LUCKY_BAG, MEADOW, ORE, SICKLE, UNPACK } from '../testing/sample-recipes.ts'
import { ANNA, eventsOf, mustRun, workshopWith } from '../testing/workshop.ts'
import { fuzzProduction } from '../testing/fuzz-production.ts'
import { fuzzWork } from '../testing/fuzz-work.ts'

describe('market and production together', () => {
  it.each(['anvil', 'meadow', 'workshop', 'tonic'])(
    'keep all invariants and give the same result however late, in what portions and across how many restarts work is settled: %s',
    (seed) => {
      const report = fuzzProduction(`test ${seed}`, 500)
      expect(report.accepted).toBeGreaterThan(200)
      expect(report.settled).toBeGreaterThan(100)
    },
  )
})

describe('randomness', () => {
  const GOODS = [
    [INGOT, 50],
    [ORE, 90],
    [HERB, 90],
    [SICKLE, 20],
  ] as const

  const unpack = { type: 'start_craft', userId: ANNA, recipeId: UNPACK, count: 5 } as const

  it('is seeded by the granting operation, whose id is unknown while the work can be cancelled', () => {
    const economy = workshopWith(GOODS)
    economy.drawnFor.length = 0
    const select = (itemId: typeof ORE) => [{ itemId, limit: 0, priority: 0, max: 0 }]
    const slots = [select(SICKLE), select(ORE)]
    const known = [
      ...mustRun(economy, unpack),
      ...mustRun(economy, { type: 'start_craft', userId: ANNA, recipeId: FORGE, count: 1 }),
      ...mustRun(economy, {
        type: 'set_harvest',
        userId: ANNA,
        recipeId: MEADOW,
        enabled: true,
        maxParallel: 9,
        slots,
      }),
    ]
    expect(economy.drawnFor).toEqual([])
    const ended = eventsOf(economy.pass(150_000), 'ledger_posted').flatMap(({ operations }) => operations)
    const granting = ended.filter(({ kind }) => kind === 'end_delayed_craft' || kind === 'harvesting_end')
    expect(granting.length).toBeGreaterThanOrEqual(3)
    expect(economy.drawnFor).toEqual(granting.map(({ id }) => id))
    for (const id of economy.drawnFor) expect(JSON.stringify(known)).not.toContain(id)
    expect(findViolations(economy.world)).toEqual([])
  })

  it('does not change when a waiting job is cancelled and restarted', () => {
    const drops = (cancels: number) => {
      const economy = workshopWith([...GOODS, [LUCKY_BAG, 0]])
      mustRun(economy, unpack)
      for (let again = 0; again < cancels; again += 1) {
        const [queued] = eventsOf(mustRun(economy, unpack), 'job_queued')
        if (queued === undefined) throw new Error('Nothing waits')
        mustRun(economy, { type: 'cancel_job', userId: ANNA, queue: 'craft', jobId: queued.job.id })
      }
      mustRun(economy, unpack)
      return eventsOf(economy.pass(100_000), 'job_ended').map(({ newItems }) => newItems)
    }
    for (const cancels of [1, 2, 5]) expect(drops(cancels)).toEqual(drops(0))
  })
})

describe('work compared with the naive twin', () => {
  it.each([0, 250, 500, 750])(
    'craft, factory, harvest and energy agree over 250 random lives from work-%i on',
    (first) => {
      let [accepted, ended] = [0, 0]
      for (let life = first; life < first + 250; life += 1) {
        const report = fuzzWork(`work-${life}`, 40)
        accepted += report.accepted
        ended += report.ended
      }
      expect(accepted).toBeGreaterThan(4_000)
      expect(ended).toBeGreaterThan(2_000)
    },
  )
})
