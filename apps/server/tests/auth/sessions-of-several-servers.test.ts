import { SESSION_ENDED_CLOSE_CODE } from '@clutch/contract/constants'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { accessTokenOf, Browser } from '../support/browser.ts'
import { LiveClient, statusOfUpgrade } from '../support/live-client.ts'
import { startNats, type TestNats } from '../support/nats.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { newSteamId, Player } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let platform: SimulatedPlatform
let store: TestStore
let nats: TestNats
let first: TestServer
let second: TestServer
beforeAll(async () => {
  platform = await startSimulatedPlatform()
  store = await createTestStore('postgres')
  nats = await startNats()
  const start = async (): Promise<TestServer> => {
    const environment = { PLATFORM_SIM_PORT: new URL(platform.url).port, ...nats.environment }
    return startTestServer({ store, environment, pack: {} })
  }
  first = await start()
  // The second one must find a working writer.
  await vi.waitFor(async () => expect((await fetch(`${first.url}/api/health`)).status).toBe(200), PATIENCE_MS)
  second = await start()
})
afterAll(async () => {
  await second.close()
  await first.close()
  await nats.stop()
  await store.remove()
  await platform.close()
})

const authorized = (token: string) => ({ authorization: `Bearer ${token}` })
const statusAt = async (server: TestServer, token: string): Promise<number> =>
  (await fetch(`${server.url}/api/get_profile`, { headers: authorized(token) })).status

/** A session begun at the first server, with a token that the second one has seen too, and its open connections. */
async function signIn(steamId = newSteamId()) {
  const browser = new Browser()
  const form = new URLSearchParams({ ticket: `sim-${steamId}`, username: '' })
  const token = await accessTokenOf(await browser.post(`${first.url}/api/auth/client_steam_auth_callback`, form))
  expect([await statusAt(first, token), await statusAt(second, token)]).toEqual([200, 200])
  const atSecond = new Player(second, '', token, '')
  const live = await LiveClient.open(atSecond)
  const stream = await fetch(`${second.url}/api/inventory/events`, { headers: authorized(token) })
  return { browser, token, atSecond, live, stream }
}

it('sessions end on all servers when they end on one, with all their open connections, and no other session does', async () => {
  const steamId = newSteamId()
  const [phone, desk] = [await signIn(steamId), await signIn(steamId)]
  const { token: unused } = await phone.atSecond.call('GET /get-server')
  await phone.browser.post(`${first.url}/api/auth/logout`, undefined, authorized(phone.token))
  await expect.poll(() => statusAt(second, phone.token)).toBe(401)
  await expect.poll(() => phone.live.closeCode).toBe(SESSION_ENDED_CLOSE_CODE)
  expect(await phone.stream.text()).toContain('event: ready')
  expect(await statusOfUpgrade(second, unused)).toBe(401)
  expect((await phone.browser.post(`${second.url}/api/jwt_refresh`)).status).toBe(401)
  expect([await statusAt(first, desk.token), await statusAt(second, desk.token)]).toEqual([200, 200])
  expect(desk.live.closeCode).toBeUndefined()

  const answer = await desk.browser.post(`${second.url}/api/auth/logout-everywhere`, '{}', authorized(desk.token))
  expect(answer.status).toBe(200)
  await expect.poll(() => statusAt(first, desk.token)).toBe(401)
  await desk.stream.text()
})

it('sessions end even on a server that was not notified, because NATS was away', async () => {
  const { browser, token, live, stream } = await signIn()
  await nats.stop()
  expect((await browser.post(`${first.url}/api/auth/logout`, undefined, authorized(token))).ok).toBe(true)
  expect(await statusAt(second, token)).toBe(200)
  await nats.start()
  await expect.poll(() => statusAt(second, token)).toBe(401)
  await expect.poll(() => live.closeCode).toBeDefined()
  await stream.text()
})
