import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIRST_ADMIN_LINK_MS, FirstAdminLink } from '../../src/auth/first-admin.ts'
import { Browser, redirectOf } from '../support/browser.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const OWNER = '76561198000000101'
const LATER = '76561198000000102'

describe('a server on PostgreSQL without an admin', () => {
  let platform: SimulatedPlatform
  let store: TestStore
  let server: TestServer
  beforeAll(async () => {
    platform = await startSimulatedPlatform()
    store = await createTestStore('postgres')
    server = await start()
  })
  afterAll(async () => {
    await server.close()
    await store.remove()
    await platform.close()
  })
  const start = (more: Readonly<Record<string, string>> = {}): Promise<TestServer> =>
    startTestServer({ store, environment: { PLATFORM_SIM_PORT: new URL(platform.url).port, ...more } })

  /** Opens an address, signs in through the platform, and returns. @returns the player's roles afterwards */
  async function signInOver(address: string, steamId: string): Promise<string[]> {
    const browser = new Browser()
    const out = redirectOf(await browser.fetch(address))
    if (out.origin !== platform.url) return [out.search]
    const chosen = await fetch(`${platform.url}/openid/login`, {
      method: 'POST',
      body: new URLSearchParams({ ...Object.fromEntries(out.searchParams), player: steamId }),
      redirect: 'manual',
    })
    const home = redirectOf(await browser.fetch(redirectOf(chosen).href))
    const headers = { authorization: `Bearer ${home.searchParams.get('token')}` }
    const profile = await fetch(`${server.url}/api/get_profile`, { headers })
    return ((await profile.json()) as { user: { roles: string[] } }).user.roles
  }

  it('offers a link that makes the first player who signs in through it an admin, and no one afterwards', async () => {
    const link = server.server.firstAdminLink ?? ''
    expect(await signInOver(`${link}x`, LATER)).toEqual(['?sign_in=failed'])
    expect(await signInOver(link, OWNER)).toEqual(['player', 'moderator', 'admin'])
    expect(await signInOver(link, LATER)).toEqual(['?sign_in=failed'])
    expect(await signInOver(`${server.url}/api/auth/steam`, LATER)).toEqual(['player'])
    const rows = await server.server.context.store.db.selectFrom('audit_log').selectAll().execute()
    expect(rows).toMatchObject([{ action: 'role.change', target: OWNER, after: { role: 'admin' } }])
  })

  it('offers no link once there is an admin, or if the configuration names one', async () => {
    await server.close()
    server = await start()
    expect(server.server.firstAdminLink).toBeUndefined()
    await server.server.context.store.db.updateTable('player').set({ role: 'player' }).execute()
    await server.close()
    server = await start({ ADMIN_STEAM_IDS: OWNER })
    expect(server.server.firstAdminLink).toBeUndefined()
  })

  it('accepts a link of another server once', async () => {
    const { db } = server.server.context.store
    const [one, other] = [new FirstAdminLink(db, 'secret'), new FirstAdminLink(db, 'secret')]
    const player = await db
      .selectFrom('player')
      .select('user_id')
      .where('steam_id', '=', LATER)
      .executeTakeFirstOrThrow()
    const claimant = { userId: player.user_id, sessionId: player.user_id, address: '127.0.0.1' }
    expect(await new FirstAdminLink(db, 'other').isGood(one.token)).toBe(false)
    expect([await other.isGood(one.token), await other.claim(one.token, claimant)]).toEqual([true, true])
    expect([await one.isGood(one.token), await one.claim(one.token, claimant)]).toEqual([false, false])
  })

  it('expires the link after a quarter of an hour', async () => {
    let nowMs = Date.now()
    const link = new FirstAdminLink(server.server.context.store.db, 'secret', () => nowMs)
    expect(await link.isGood(link.token)).toBe(true)
    nowMs += FIRST_ADMIN_LINK_MS
    expect(await link.isGood(link.token)).toBe(false)
  })
})
