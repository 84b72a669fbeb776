import { setTimeout as wait } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { LiveClient } from '../support/live-client.ts'
import { FIRST_ITEM_ID, RENT_PER_SEC } from '../support/make-pack.ts'
import { Player } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const [ORE, RELIC, HERO] = [FIRST_ITEM_ID, FIRST_ITEM_ID + 1, FIRST_ITEM_ID + 2]
const EARNING_MS = 1_300

let platform: SimulatedPlatform
beforeAll(async () => {
  platform = await startSimulatedPlatform()
})
afterAll(() => platform.close())

describe.each(STORE_KINDS)('rent on %s', (kind) => {
  let store: TestStore
  let server: TestServer

  async function start(): Promise<void> {
    const environment = { PLATFORM_SIM_PORT: new URL(platform.url).port }
    server = await startTestServer({ store, environment, pack: { production: true } })
  }
  const audit = () => checkIntegrity(server.server.context.store.db, AREAS)

  beforeAll(async () => {
    store = await createTestStore(kind)
    await start()
  })
  afterAll(async () => {
    expect(await audit()).toEqual([])
    await server.close()
    await store.remove()
  })

  it('lists what can be rented out, its halls and pay, and the goods of their shops', async () => {
    const anna = await Player.signIn(server)
    const { all_rents, user_rents, config } = await anna.call('GET /rent/get')
    expect(all_rents.map(({ item_id, count }) => [item_id, count])).toEqual([
      [HERO, 0],
      [RELIC, 0],
    ])
    expect(user_rents).toEqual([])
    expect(config.map(({ item_id, hall }) => [item_id, hall])).toEqual([
      [HERO, 'heroes'],
      [RELIC, 'relics'],
    ])
    expect(config[0]?.shop_items[0]).toEqual({ item_id: ORE, price: 10 })
  })

  it('pays by the second to the balance, and notifies other devices; reads change nothing', async () => {
    const anna = await Player.signIn(server)
    const device = await LiveClient.open(anna)
    const put = await anna.call('POST /rent/put', { item_id: HERO, count: 2 })
    // On a busy machine a second may pass before the response: the salary is then the pay of whole seconds.
    const paid = put.user_rents[0]?.salary ?? Number.NaN
    expect(paid % (2 * RENT_PER_SEC)).toBe(0)
    expect(put.user_rents).toEqual([{ item_id: HERO, count: 2, salary: paid, salary_fraction: 0 }])
    expect(await anna.countOf(HERO)).toBe(3)
    await device.waitFor(({ payload }) => payload.case === 'rentalChanged' && payload.value.count === 2n)
    await device.waitFor(({ payload }) => payload.case === 'rentPoolChanged' && payload.value.count === 2n)
    await wait(EARNING_MS)
    const [first, second] = [await anna.call('GET /rent/get'), await anna.call('GET /rent/get')]
    const owed = first.user_rents[0]?.salary ?? 0
    expect(owed % (2 * RENT_PER_SEC)).toBe(0)
    expect(owed).toBeGreaterThan(0)
    expect(second.user_rents[0]?.salary).toBeGreaterThanOrEqual(owed)
    const before = await anna.coins()
    await anna.call('POST /rent/take-salary', { item_ids: [HERO] })
    expect((await anna.coins()) - before).toBeGreaterThanOrEqual(owed)
    device.socket.close()
    await anna.call('POST /rent/take-back', { item_id: HERO, count: 2 })
    expect(await anna.countOf(HERO)).toBe(5)
    expect(await audit()).toEqual([])
  })

  it('repeats the response to a repeated key and moves nothing twice', async () => {
    const boris = await Player.signIn(server)
    const key = { 'idempotency-key': randomUUID() }
    for (let sent = 0; sent < 2; sent += 1) {
      const { user_rents } = await boris.call('POST /rent/put', { item_id: RELIC, count: 3 }, key)
      expect(user_rents[0]?.count).toBe(3)
    }
    expect(await boris.countOf(RELIC)).toBe(2)
  })

  it("sells in the hall's shop what is rented out, and shows in the history where it comes from", async () => {
    const chiyo = await Player.signIn(server)
    await chiyo.call('POST /rent/put', { item_id: HERO, count: 1 })
    const before = await chiyo.coins()
    await chiyo.call('POST /rent/buy-item', { rent_id: HERO, item_id: ORE, count: 4 })
    expect([await chiyo.coins(), await chiyo.countOf(ORE)]).toEqual([before - 40, 9])
    const { response } = await chiyo.call('POST /inventory/history', {})
    expect(response.slice(0, 2).map(({ operation_code }) => operation_code)).toEqual(['rent_buy', 'rent_put'])
  })

  it('keeps rented items and unpaid salary across a restart', async () => {
    const dina = await Player.signIn(server)
    await dina.call('POST /rent/put', { item_id: HERO, count: 1 })
    await wait(EARNING_MS)
    await server.close()
    await start()
    const again = await Player.signIn(server, dina.steamId)
    const [rented] = (await again.call('GET /rent/get')).user_rents
    expect(rented?.count).toBe(1)
    expect(rented?.salary).toBeGreaterThan(0)
    const { user_rents } = await again.call('POST /rent/take-back', { item_id: HERO, count: 1 })
    expect(user_rents).toEqual([])
    expect(await audit()).toEqual([])
  })
})
