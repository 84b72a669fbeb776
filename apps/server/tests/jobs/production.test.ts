import { SECOND_MS } from '@clutch/contract/formats'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { HarvestChange, Queue, QueueStatus, type LiveEvent } from '@clutch/contract/live'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { LiveClient } from '../support/live-client.ts'
import {
  ENERGY_ITEM_ID,
  ENERGY_SEC,
  FIRST_ITEM_ID,
  QUICK_CRAFT_SEC,
  RECIPES,
  SLOW_CRAFT_SEC,
} from '../support/make-pack.ts'
import { Player } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const [ORE, INGOT, TOOL] = [FIRST_ITEM_ID, FIRST_ITEM_ID + 1, FIRST_ITEM_ID + 2]
/** Scheduled work has to be settled this soon (rules §4). */
const OFTEN = { interval: 20 }

let platform: SimulatedPlatform
beforeAll(async () => {
  platform = await startSimulatedPlatform()
})
afterAll(() => platform.close())

describe.each(STORE_KINDS)('production on %s', (kind) => {
  let store: TestStore
  let server: TestServer
  let anna: Player

  async function start(): Promise<void> {
    server = await startTestServer({
      store,
      environment: { PLATFORM_SIM_PORT: new URL(platform.url).port },
      pack: { production: true },
    })
  }

  beforeAll(async () => {
    store = await createTestStore(kind)
    await start()
  })
  afterAll(async () => {
    expect(await checkIntegrity(server.server.context.store.db, AREAS)).toEqual([])
    await server.close()
    await store.remove()
  })
  beforeEach(async () => {
    anna = await Player.signIn(server)
  })

  const craft = (receipt_id: number, count = 1) => anna.call('POST /craft/start', { receipt_id, count })
  const make = (input: number, count = 1) =>
    anna.call('POST /factory/start', { receipt_id: RECIPES.factory, input_ids: [input], count })
  const stock = async () => [await anna.countOf(ORE), await anna.countOf(INGOT), await anna.countOf(TOOL)]
  const craftQueue = async () => (await anna.call('POST /craft/queue')).response
  const select = (item_id: number, settings = {}) => ({ item_id, limit: 0, priority: 0, max: 0, ...settings })
  const harvest = (settings: object = {}) =>
    anna.call('POST /harvest/update', {
      receipt_id: RECIPES.quickHarvest,
      enabled: true,
      max_parallel: 0,
      items: [[select(ORE)], [select(TOOL)]],
      ...settings,
    })

  describe('craft', () => {
    it('lists recipes with inputs that are kept, inputs used up, outputs, and their groups in every language', async () => {
      const { response, groups } = await anna.call('POST /craft/get-receipts')
      expect(response.map(({ TypeId }) => TypeId)).toEqual([1, 2, 3])
      expect(response[2]).toEqual({
        TypeId: RECIPES.slowCraft,
        ItemForVision: INGOT,
        CraftGroup: 'smelting',
        TimeCraftSec: SLOW_CRAFT_SEC,
        RemainList: [{ TypeId: TOOL, Count: 1, Random: false, MinCount: 1, MaxCount: 1 }],
        ConsumableList: [{ TypeId: ORE, Count: 1, Random: false, MinCount: 1, MaxCount: 1 }],
        OutputList: [{ TypeId: INGOT, Count: 3, Random: true, MinCount: 1, MaxCount: 3 }],
      })
      expect(groups).toMatchObject([{ id: 'smelting', names: { en: 'Smelting', ja: 'Smelting ja' } }])
    })

    it('finishes a recipe without a duration in the same call', async () => {
      expect(await craft(RECIPES.instantCraft, 2)).toEqual({
        entry: null,
        new_items: [{ item_id: INGOT, quantity: 2 }],
        returned_items: [],
      })
      expect(await stock()).toEqual([1, 7, 5])
      expect(await craftQueue()).toEqual([])
    })

    it('waits before start_at, is in progress from then on, and is finished at end_at', async () => {
      const { entry } = await craft(RECIPES.quickCraft)
      const { entry: next } = await craft(RECIPES.slowCraft, 2)
      if (entry === null || next === null) throw new Error('Both take time')
      expect(entry.end_at - entry.start_at).toBe(QUICK_CRAFT_SEC)
      expect([next.start_at, next.end_at]).toEqual([entry.end_at, entry.end_at + 2 * SLOW_CRAFT_SEC])
      expect(await craftQueue()).toEqual([entry, next])
      expect(await stock()).toEqual([2, 5, 2])
      await expect.poll(craftQueue).toEqual([next])
      expect(await stock()).toEqual([2, 6, 3])
    })

    it('reports a queue that ended on its own, and nothing before its end', async () => {
      const live = await LiveClient.open(anna)
      await craft(RECIPES.instantCraft)
      await craft(RECIPES.quickCraft)
      const { entry: last } = await craft(RECIPES.quickCraft, 2)
      const notifications = async () => (await anna.call('POST /notifications/get')).notifications
      await expect.poll(async () => [await craftQueue(), await notifications()], OFTEN).toEqual([[last], []])
      const ended = { kind: 'craft_queue_ended', recipe_id: RECIPES.quickCraft, count: 2, item_id: null, side: null }
      await expect.poll(notifications).toMatchObject([{ ...ended, price: 0, alert: null, is_read: false }])
      const { payload } = await live.waitFor((event) => event.payload.case === 'notificationAdded')
      expect(payload.value).toMatchObject({ receiptId: BigInt(RECIPES.quickCraft), count: 2n, itemId: 0n })
      await live.close()
    })

    it('accepts a count from 1 to 1000 within what the stock allows', async () => {
      await anna.refused('invalid_input', 'POST /craft/start', { receipt_id: RECIPES.instantCraft, count: 0 })
      await anna.refused('invalid_input', 'POST /craft/start', { receipt_id: RECIPES.instantCraft, count: 1_001 })
      await anna.grant(0, { [ORE]: 1_996 })
      const error = await anna.refused('not_enough_items', 'POST /craft/start', {
        receipt_id: RECIPES.quickCraft,
        count: 1_000,
      })
      expect(error.message).toBe('Not enough items: Good 3 5/1000')
      expect(error.params).toMatchObject({ item_id: TOOL, missing: 995, items: `${TOOL}:5/1000` })
      expect((await craft(RECIPES.instantCraft, 1_000)).new_items).toEqual([{ item_id: INGOT, quantity: 1_000 }])
    })

    it('reports a recipe that does not exist', async () => {
      const error = await anna.refused('recipe_not_found', 'POST /craft/start', { receipt_id: 77, count: 1 })
      expect(error.message).toBe('Recipe not found')
    })

    it('returns everything for an entry that has not begun, once, and cancels nothing else', async () => {
      const { entry: running } = await craft(RECIPES.slowCraft)
      const { entry: waiting } = await craft(RECIPES.slowCraft, 3)
      const { entry: last } = await craft(RECIPES.quickCraft)
      if (running === null || waiting === null || last === null) throw new Error('All take time')
      const headers = { 'idempotency-key': randomUUID() }
      const cancelled = await anna.call('POST /craft/cancel', { id: waiting.id.toUpperCase() }, headers)
      expect(cancelled).toEqual({
        id: waiting.id,
        returned_items: [
          { item_id: ORE, quantity: 3 },
          { item_id: TOOL, quantity: 3 },
        ],
      })
      expect(await anna.call('POST /craft/cancel', { id: waiting.id.toUpperCase() }, headers)).toEqual(cancelled)
      expect(await stock()).toEqual([3, 5, 3])
      await anna.refused('craft_not_cancellable', 'POST /craft/cancel', { id: running.id })
      await anna.refused('job_not_found', 'POST /craft/cancel', { id: waiting.id })
      await anna.refused('job_not_found', 'POST /factory/cancel', { id: last.id })
      expect((await craftQueue()).map(({ id, start_at }) => [id, start_at])).toEqual([
        [running.id, running.start_at],
        [last.id, running.end_at],
      ])
    })

    it('has a history in pages of ten, newest first, both ways, from the end of a day', async () => {
      await anna.grant(0, { [ORE]: 100 })
      for (let count = 1; count <= 23; count += 1) await craft(RECIPES.instantCraft, (count % 3) + 1)
      const day = { last_process_date: Math.floor(Date.now() / SECOND_MS) + 86_400 }
      const first = await anna.call('POST /craft/get-history', day)
      expect(first).toHaveLength(10)
      expect(await anna.call('POST /craft/get-history')).toEqual(first)
      const after = (page: typeof first) => ({
        last_process_date: page.at(-1)?.process_date ?? 0,
        last_id: page.at(-1)?.id ?? '',
      })
      const second = await anna.call('POST /craft/get-history', after(first))
      const third = await anna.call('POST /craft/get-history', after(second))
      expect([second.length, third.length]).toEqual([10, 3])
      const all = [...first, ...second, ...third]
      expect(new Set(all.map(({ id }) => id)).size).toBe(23)
      expect(all.map(({ id }) => id)).toEqual(
        all
          .map(({ id }) => id)
          .toSorted()
          .toReversed(),
      )
      const before = { last_process_date: second[0]?.process_date ?? 0, last_id: second[0]?.id ?? '', is_prev: true }
      expect(await anna.call('POST /craft/get-history', before)).toEqual(first)
      // An id alone identifies where a page begins, and an empty one identifies nothing.
      const idOf = (page: typeof first, at: number) => ({ last_id: page.at(at)?.id ?? '' })
      expect(await anna.call('POST /craft/get-history', idOf(first, -1))).toEqual(second)
      expect(await anna.call('POST /craft/get-history', { ...idOf(second, 0), is_prev: true })).toEqual(first)
      expect(await anna.call('POST /craft/get-history', { ...day, last_id: '' })).toEqual(first)
      expect(await anna.call('POST /craft/get-history', { last_id: randomUUID() })).toEqual([])
      expect(await anna.call('POST /craft/get-history', { last_process_date: 1_000 })).toEqual([])
      expect(first[0]).toMatchObject({
        receipt_id: RECIPES.instantCraft,
        receipt_name: 'Good 2',
        craft_group: 'smelting',
        receipt_duration: 0,
        count: 3,
        jdoc: JSON.stringify({ new_items: [{ item_id: INGOT, quantity: 3 }], returned_items: [] }),
      })
      expect(first[0]?.receipt_icon_url).toMatch(/ore/)
    })

    it('answers a repeated start with its first outcome and starts nothing more', async () => {
      const headers = { 'idempotency-key': randomUUID() }
      const body = { receipt_id: RECIPES.slowCraft, count: 1 }
      const started = await anna.call('POST /craft/start', body, headers)
      expect(await anna.call('POST /craft/start', body, headers)).toEqual(started)
      await anna.refused('idempotency_conflict', 'POST /craft/start', { ...body, count: 2 }, headers)
      expect(await craftQueue()).toHaveLength(1)
    })
  })

  describe('factory', () => {
    it('lists recipes with their requirements and the options of each slot', async () => {
      const { response } = await anna.call('POST /factory/get-receipts')
      expect(response).toMatchObject([
        {
          receipt_id: RECIPES.factory,
          name: 'Workshop',
          required_list: [{ type_id: ORE, count: 1 }],
          optional_list: [
            {
              name: 'Helper',
              list: [
                { item: { type_id: INGOT }, time_for_craft_sec: 1, possible_drop_list: [{ type_id: ORE, weight: 1 }] },
                { item: { type_id: TOOL }, time_for_craft_sec: SLOW_CRAFT_SEC },
              ],
            },
          ],
          timer_result_ids: [300_001],
        },
      ])
    })

    it('queues in order, takes the time of the chosen options, and grants their draws', async () => {
      const { entry } = await make(INGOT, 1)
      const { entry: next } = await make(TOOL, 2)
      if (entry === null || next === null) throw new Error('Both take time')
      expect(entry.input_list).toEqual([INGOT])
      expect([next.start_at, next.end_at - next.start_at]).toEqual([entry.end_at, 2 * SLOW_CRAFT_SEC])
      expect(await anna.call('POST /factory/queue')).toEqual({ response: [entry, next] })
      expect(await anna.call('POST /factory/queue', { last_id: next.id })).toEqual({ response: [] })
      expect(await stock()).toEqual([2, 4, 3])
      const history = () => anna.call('POST /factory/get-history')
      await expect.poll(history).toHaveLength(1)
      const [done] = await history()
      expect(done).toMatchObject({
        id: entry.id,
        receipt_name: 'Workshop',
        input_list: [INGOT],
        process_date: entry.end_at,
      })
      const [ore, ingots, tools] = await stock()
      // The option drops an ore; the lucky draw gives another one or a tool.
      expect([ingots, (ore ?? 0) + (tools ?? 0)]).toEqual([4, 7])
    })

    it('requires a valid choice for every slot, and enough of everything together', async () => {
      const body = { receipt_id: RECIPES.factory, count: 1 }
      const error = await anna.refused('options_missing', 'POST /factory/start', { ...body, input_ids: [] })
      expect(error.message).toBe('Please select an item for each input slot')
      await anna.refused('option_not_available', 'POST /factory/start', { ...body, input_ids: [ORE] })
      const short = await anna.refused('not_enough_items', 'POST /factory/start', {
        ...body,
        input_ids: [INGOT],
        count: 9,
      })
      expect(short.message).toBe('Not enough items: Good 1 5/9, Good 2 5/9')
      expect(await stock()).toEqual([5, 5, 5])
    })
  })

  describe('harvest', () => {
    it('lists recipes, and settings only of configured ones', async () => {
      const { receipts, user_data } = await anna.call('POST /harvest/get-receipts')
      expect(user_data).toEqual([])
      expect(receipts[0]).toMatchObject({
        receipt_id: RECIPES.harvest,
        duration_hour: 1,
        items_slots: [
          {
            name: 'Field',
            available_items: [{ item_id: ORE, exp_for_up: 2, result_after_up: INGOT, lootmore_coef: 1.5 }],
          },
          { name: 'Tool', available_items: [{ item_id: TOOL, break_percent: 100, on_break_result: [ORE] }] },
        ],
        result: [{ item_id: INGOT, count: 2, chance_percent: 100 }],
      })
    })

    it('begins automatically when it is enabled, continues while stock lasts, breaks and levels up items', async () => {
      const { user_data } = await harvest({ max_parallel: 2 })
      expect(user_data).toMatchObject({
        enabled: true,
        active_count: 2,
        active_list: [{ count: 2, list: [ORE, TOOL] }],
      })
      expect(await stock()).toEqual([3, 5, 3])
      await expect
        .poll(async () => (await anna.call('POST /harvest/get-receipts')).user_data)
        .toMatchObject([{ receipt_id: RECIPES.quickHarvest, active_count: 0, exp_by_item: { [ORE]: 1 } }])
      // Five tools break for an ore each; five runs bring 2 × 1.5; every second ore that returns becomes an ingot.
      expect(await stock()).toEqual([5 + 5 - 2, 5 + 15 + 2, 0])
    })

    it('leaves a stock limit untouched and continues when the owner receives items', async () => {
      await harvest({ receipt_id: RECIPES.harvest, items: [[select(ORE, { limit: 4 })], [select(TOOL)]] })
      expect(await stock()).toEqual([4, 5, 4])
      await anna.grant(0, { [ORE]: 2 })
      expect(await stock()).toEqual([4, 5, 2])
    })

    it('accepts priorities of 0 to 9 and up to 10000 parallel runs, where 0 means the maximum', async () => {
      const body = { receipt_id: RECIPES.harvest, enabled: true, items: [[select(ORE)], [select(TOOL)]] }
      await anna.refused('invalid_input', 'POST /harvest/update', { ...body, max_parallel: 10_001 })
      const items = [[select(ORE, { priority: 10 })], [select(TOOL)]]
      await anna.refused('invalid_input', 'POST /harvest/update', { ...body, max_parallel: 0, items })
      await anna.grant(0, { [ORE]: 20_000, [TOOL]: 20_000 })
      expect((await harvest({ ...body, max_parallel: 0 })).user_data.active_count).toBe(10_000)
    })

    it('requires an item for every slot while it is enabled, and an existing recipe', async () => {
      const body = { receipt_id: RECIPES.harvest, enabled: true, max_parallel: 0, items: [[select(ORE)], []] }
      const error = await anna.refused('options_missing', 'POST /harvest/update', body)
      expect(error.message).toBe('Please select an item for each input slot')
      expect((await harvest({ ...body, enabled: false })).user_data.enabled).toBe(false)
      await anna.refused('recipe_not_found', 'POST /harvest/update', { ...body, receipt_id: 77 })
    })

    it('finishes its runs when it is disabled, and begins none', async () => {
      await harvest({ max_parallel: 1 })
      expect((await harvest({ enabled: false })).user_data).toMatchObject({ active_count: 1 })
      await expect.poll(stock).toEqual([6, 8, 4])
    })
  })

  describe('energy', () => {
    it('has one less after it was used, shows its end, and shortens what is started', async () => {
      await anna.refused('not_enough_items', 'POST /energy/activate')
      await anna.grant(0, { [ENERGY_ITEM_ID]: 2 })
      expect(await anna.call('GET /energy/get')).toEqual({ count: 2, energised_until: 0 })
      const beforeSec = Math.floor(Date.now() / SECOND_MS)
      const { count, energised_until } = await anna.call('POST /energy/activate')
      expect(count).toBe(1)
      // Independent of how long the response took.
      expect(energised_until - ENERGY_SEC).toBeGreaterThanOrEqual(beforeSec)
      expect(energised_until - ENERGY_SEC).toBeLessThanOrEqual(Math.ceil(Date.now() / SECOND_MS))
      await anna.call('POST /energy/activate')
      const { user } = await anna.call('GET /get_profile')
      expect(user.energised_until).toBe(energised_until + ENERGY_SEC)
      expect(await anna.call('GET /energy/get')).toEqual({ count: 0, energised_until: energised_until + ENERGY_SEC })
      const { entry } = await craft(RECIPES.slowCraft)
      expect((entry?.end_at ?? 0) - (entry?.start_at ?? 0)).toBe((SLOW_CRAFT_SEC * 3) / 4)
    })
  })

  it('notifies its owner only, live, of what is queued, moved, finished, started and used', async () => {
    const [mine, others] = [await LiveClient.open(anna), await LiveClient.open(await Player.signIn(server))]
    await anna.grant(0, { [ENERGY_ITEM_ID]: 1 })
    const { entry } = await craft(RECIPES.quickCraft)
    const { entry: waiting } = await craft(RECIPES.slowCraft)
    await craft(RECIPES.slowCraft)
    await anna.call('POST /craft/cancel', { id: waiting?.id ?? '' })
    await harvest({ max_parallel: 1 })
    await harvest({ enabled: false })
    await anna.call('POST /energy/activate')
    const ofQueue = (status: QueueStatus) => (event: LiveEvent) =>
      event.payload.case === 'queueChanged' && event.payload.value.status === status
    const finished = await mine.waitFor(ofQueue(QueueStatus.FINISHED))
    expect(finished.payload.value).toMatchObject({
      queue: Queue.CRAFT,
      entryId: entry?.id,
      receiptId: BigInt(RECIPES.quickCraft),
      newItems: [{ itemId: BigInt(INGOT), quantity: 1n }],
      returnedItems: [{ itemId: BigInt(TOOL), quantity: 1n }],
    })
    const added = await mine.waitFor(ofQueue(QueueStatus.ADDED))
    expect(added.payload.value).toMatchObject({ entryId: entry?.id, count: 1n })
    await mine.waitFor(ofQueue(QueueStatus.CANCELLED))
    await mine.waitFor(ofQueue(QueueStatus.MOVED))
    const ofHarvest = (change: HarvestChange) => (event: LiveEvent) =>
      event.payload.case === 'harvestChanged' && event.payload.value.change === change
    await mine.waitFor(ofHarvest(HarvestChange.SETTINGS))
    await mine.waitFor(ofHarvest(HarvestChange.STARTED))
    const ended = await mine.waitFor(ofHarvest(HarvestChange.FINISHED))
    expect(ended.payload.value).toMatchObject({
      receiptId: BigInt(RECIPES.quickHarvest),
      list: [BigInt(ORE), BigInt(TOOL)],
      brokenItems: [{ itemId: BigInt(TOOL), quantity: 1n }],
      expByItem: [{ itemId: BigInt(ORE), quantity: 1n }],
    })
    const energy = await mine.waitFor(({ type }) => type === 'energyChanged')
    expect(energy.payload.value).toMatchObject({ energisedUntil: expect.any(BigInt) })
    const work = new Set(['queueChanged', 'harvestChanged', 'energyChanged'])
    expect(others.events.filter(({ type }) => work.has(type))).toEqual([])
    await Promise.all([mine.close(), others.close()])
  })

  it('settles at its scheduled time what became due while the server was down', async () => {
    const { entry } = await craft(RECIPES.quickCraft, 2)
    await harvest({ max_parallel: 1 })
    await make(INGOT)
    await server.close()
    await wait(2.5 * SECOND_MS)
    await start()
    const back = await Player.signIn(server, anna.steamId)
    await expect
      .poll(async () => (await back.call('POST /craft/get-history')).map(({ id }) => id), OFTEN)
      .toEqual([entry?.id])
    const [job] = await back.call('POST /craft/get-history')
    expect(job?.process_date).toBe(entry?.end_at)
    // Runs whose end passed while the server was down let the next begin at that end.
    const experience = async () => (await back.call('POST /harvest/get-receipts')).user_data[0]?.exp_by_item
    await expect.poll(experience).not.toEqual({})
    expect(await checkIntegrity(server.server.context.store.db, AREAS)).toEqual([])
  })
})
