import { afterAll, beforeAll, expect, it } from 'vitest'
import { FIRST_ITEM_ID } from '../support/make-pack.ts'
import { order } from '../support/market-server.ts'
import { Player } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const ADMIN = '76561198000000114'
const SELL = 'POST /marketplace/create-sell-lot'

let platform: SimulatedPlatform
let store: TestStore
beforeAll(async () => {
  platform = await startSimulatedPlatform()
  store = await createTestStore('postgres')
})
afterAll(async () => {
  await store.remove()
  await platform.close()
})
const start = (environment: Readonly<Record<string, string>> = {}): Promise<TestServer> =>
  startTestServer({
    store,
    environment: { PLATFORM_SIM_PORT: new URL(platform.url).port, ADMIN_STEAM_IDS: ADMIN, ...environment },
  })

it('without a standby the log, a metric and the console’s status warn that everything since the last backup can be lost', async () => {
  const server = await start()
  const admin = await Player.signIn(server, ADMIN)
  expect(await admin.call('GET /console/status')).toMatchObject({ outage_loss: 'since_backup', outage_loss_ms: null })
  expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^clutch_outage_loss_seconds \+Inf$/m)
  expect(server.logged()).toContain('an outage of the primary loses everything since the last backup')
  await server.close()
})

it('while a required synchronous standby is missing, commands are rejected with the reason and reads continue', async () => {
  const before = await start()
  const steamId = (await Player.signIn(before)).steamId
  await before.close()
  const server = await start({ REQUIRE_SYNC_REPLICA: 'on' })
  const player = await Player.signIn(server, steamId)
  const refused = await player.send(SELL, order(FIRST_ITEM_ID, 5, 1))
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ code: 'unavailable', params: { cause: 'no_synchronous_standby' } })
  expect(server.logged()).toContain('commands are rejected: REQUIRE_SYNC_REPLICA is on, no synchronous standby')
  expect((await player.call('GET /get_profile')).user.steam_id).toBe(steamId)
  await server.close()
})
