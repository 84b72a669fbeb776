import { SESSION_ENDED_CLOSE_CODE } from '@clutch/contract/constants'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { accessTokenOf, Browser } from '../support/browser.ts'
import { LiveClient, statusOfUpgrade } from '../support/live-client.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { newSteamId, Player } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let platform: SimulatedPlatform
let store: TestStore
let first: TestServer
let second: TestServer
beforeAll(async () => {
  platform = await startSimulatedPlatform()
  store = await createTestStore('postgres')
  const start = async (): Promise<TestServer> => {
    const environment = { PLATFORM_SIM_PORT: new URL(platform.url).port, STANDBY: 'serve' }
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

it('sessions end even if no server was notified: after reconnecting, each session is checked again', async () => {
  const { token, live, stream } = await signIn()
  const { db } = first.server.context.store
  // As left by a server that ended the session and was killed before it broadcast that.
  await sql`update session set ended_at_ms = ${Date.now()}`.execute(db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'clutch-bus' and datname = current_database()`.execute(db)
  await expect.poll(() => statusAt(second, token)).toBe(401)
  await expect.poll(() => live.closeCode).toBeDefined()
  await stream.text()
})
