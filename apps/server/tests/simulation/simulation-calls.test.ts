import { SIMULATED_RUNS_MAX } from '@clutch/contract'
import { describe, expect, it } from 'vitest'
import { FIRST_ITEM_ID, RECIPES } from '../support/make-pack.ts'
import { serveMarket } from '../support/market-server.ts'
import { STORE_KINDS } from '../support/stores.ts'

const [ORE, INGOT, TOOL] = [FIRST_ITEM_ID, FIRST_ITEM_ID + 1, FIRST_ITEM_ID + 2]
/** Standard deviation of what 1,000 units yield: each yields one to three, equally likely. */
const MADE_DEVIATION = Math.sqrt((1_000 * 2) / 3)
const SELECTED = [[{ item_id: ORE, limit: 0, priority: 0, max: 0 }], [{ item_id: TOOL, limit: 0, priority: 0, max: 0 }]]

describe.each(STORE_KINDS)('what-if simulations on %s', (kind) => {
  const { newPlayer, restart, sameAt } = serveMarket(kind, { production: true, roulette: true })

  it('show what would happen to a player who owns nothing, and change nothing', async () => {
    const player = await newPlayer()
    const before = [await player.coins(), await player.call('POST /inventory/get')]
    const craft = { kind: 'craft', receipt_id: RECIPES.slowCraft, count: 1_000 } as const
    const answer = await player.call('POST /sim/run', { ...craft, runs: 200 })
    expect(answer).toMatchObject({
      items: [
        { item_id: ORE, min: -1_000, expected: -1_000, max: -1_000 },
        { item_id: INGOT, min: 1_000, expected: 2_000, max: 3_000 },
      ],
      unpriced_item_ids: [ORE, INGOT],
    })
    // As many runs as there is time for: few on a busy machine.
    expect(answer.runs).toBeGreaterThan(0)
    expect(answer.runs).toBeLessThanOrEqual(200)
    expect(answer.draws).toBeGreaterThanOrEqual(answer.runs * 1_000)
    const median = answer.items[1]?.quantiles.find(({ percent }) => percent === 50)
    const error = 6 * (MADE_DEVIATION / Math.sqrt(answer.runs)) + 5
    expect(median?.low).toBeGreaterThan(2_000 - error)
    expect(median?.high).toBeLessThan(2_000 + error)
    expect([await player.coins(), await player.call('POST /inventory/get')]).toEqual(before)
  })

  it('cover every kind of work, and report the average cost of a spin', async () => {
    const player = await newPlayer()
    const factory = { kind: 'factory' as const, receipt_id: RECIPES.factory, count: 2, input_ids: [INGOT] }
    expect((await player.call('POST /sim/run', { ...factory, runs: 100 })).items.map(({ item_id }) => item_id)).toEqual(
      [ORE, INGOT, TOOL],
    )
    const harvest = { kind: 'harvest', receipt_id: RECIPES.harvest, max_parallel: 3, items: SELECTED } as const
    const harvested = await player.call('POST /sim/run', { ...harvest, runs: 100 })
    expect(harvested.items.find(({ item_id }) => item_id === TOOL)).toMatchObject({ expected: -3 })
    const wheel = await player.call('POST /sim/run', { kind: 'roulette', count: 1, runs: SIMULATED_RUNS_MAX })
    const coins = wheel.items.find(({ item_id }) => item_id === 0)
    expect(coins?.expected).toBeCloseTo(0.7 * 5 + 0.049 * 60 - 11, 9)
    expect(wheel.loss_chance).toBeGreaterThan(0.9)
  })

  it('run one at a time for each player', async () => {
    const player = await newPlayer()
    const heavy = { kind: 'craft', receipt_id: RECIPES.slowCraft, count: 1_000, runs: SIMULATED_RUNS_MAX } as const
    const answers = await Promise.all(Array.from({ length: 3 }, () => player.send('POST /sim/run', heavy)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429])
  })

  it('report to the player alone how lucky their finished work was, also after a restart', async () => {
    const [player, other] = [await newPlayer(10_000, { [ORE]: 200, [TOOL]: 3 }), await newPlayer(10_000)]
    await player.call('POST /craft/start', { receipt_id: RECIPES.quickCraft, count: 1 })
    const update = { receipt_id: RECIPES.quickHarvest, max_parallel: 1, items: SELECTED }
    await player.call('POST /harvest/update', { ...update, enabled: true })
    await player.call('POST /harvest/update', { ...update, enabled: false })
    await expect.poll(async () => (await player.call('POST /craft/get-history', {})).length).toBeGreaterThan(0)
    await expect
      .poll(async () => (await player.call('POST /harvest/get-history', {})).response.length)
      .toBeGreaterThan(0)
    await restart()
    const [again, stranger] = [sameAt(player), sameAt(other)]
    const { response } = await again.call('POST /harvest/get-history', {})
    expect(response[0]).toMatchObject({
      receipt_id: RECIPES.quickHarvest,
      count: 1,
      broken_items: [{ item_id: TOOL, quantity: 1 }],
    })
    const id = response[0]?.id ?? ''
    const lucky = await again.call('POST /sim/luck', { kind: 'harvest', id })
    expect(lucky).toMatchObject({ coins: 0, expected_coins: 0, luckier_than_percent: 50, error_percent: 0 })
    await stranger.refused('job_not_found', 'POST /sim/luck', { kind: 'harvest', id })
    const [job] = await again.call('POST /craft/get-history', {})
    expect(await again.call('POST /sim/luck', { kind: 'craft', id: job?.id ?? '' })).toMatchObject({ runs: 0 })
    expect((await again.call('POST /harvest/get-history', { last_id: id })).response).toEqual([])
  })
})
