import { DAY_MS } from '@clutch/contract/formats'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renamePlayer } from '../../src/areas/players/name-parts.ts'
import { refreshNameAtSignIn } from '../../src/areas/players/refresh-name.ts'
import { readConfig } from '../../src/config.ts'
import { Browser, redirectOf } from '../support/browser.ts'
import { startCredulousPlatform, type CredulousPlatform } from '../support/credulous-platform.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const PLAYER = '76561198000000101'
const [NEWCOMER, STRANGER] = ['76561198000000107', '76561198000000108']
const CALLBACK = '/api/auth/steam/callback'
const ONE_MINUTE_MS = 60_000

function fieldsOf(url: URL): Record<string, string> {
  return Object.fromEntries(url.searchParams)
}

function nonceAt(timeMs: number): string {
  return `${new Date(timeMs).toISOString().replace(/\.\d+Z$/, 'Z')}${randomUUID().replaceAll('-', '')}`
}

function isSignedIn(response: Response): boolean {
  const target = redirectOf(response)
  return target.pathname === '/auth/steam/success' && target.searchParams.has('token')
}

describe('signing in through the simulated platform', () => {
  let platform: SimulatedPlatform
  let server: TestServer
  beforeAll(async () => {
    platform = await startSimulatedPlatform()
    server = await startTestServer({ environment: { PLATFORM_SIM_PORT: new URL(platform.url).port } })
  })
  afterAll(async () => {
    await server.close()
    await platform.close()
  })

  /** Follows the sign-in to the platform and back up to the callback address, without opening that. */
  async function walk(browser: Browser, player = PLAYER, search = ''): Promise<URL> {
    const out = redirectOf(await browser.fetch(`${server.url}/api/auth/steam${search}`))
    expect(out.origin).toBe(platform.url)
    const chosen = await fetch(`${platform.url}/openid/login`, {
      method: 'POST',
      body: new URLSearchParams({ ...fieldsOf(out), player }),
      redirect: 'manual',
    })
    return redirectOf(chosen)
  }

  it('brings the player back with a working token', async () => {
    const browser = new Browser()
    const home = redirectOf(await browser.fetch((await walk(browser)).href))
    expect(home.pathname).toBe('/auth/steam/success')
    const authorization = `Bearer ${home.searchParams.get('token')}`
    const profile = await fetch(`${server.url}/api/get_profile`, { headers: { authorization } })
    expect(await profile.json()).toMatchObject({ user: { steam_id: PLAYER, name: 'Yolanda Brightpan', coins: 1_000 } })
  })

  it('reads the name again at each sign-in and once a day', async () => {
    const { db } = server.server.context.store
    const nameOf = async () => {
      const row = await db.selectFrom('player').select(['user_id', 'name']).where('steam_id', '=', PLAYER).execute()
      return row[0]
    }
    const browser = new Browser()
    await browser.fetch((await walk(browser)).href)
    const userId = (await nameOf())?.user_id ?? ''
    await renamePlayer(db, { userId, name: 'Earlier Name' })
    await browser.fetch((await walk(browser)).href)
    expect((await nameOf())?.name).toBe('Yolanda Brightpan')
    expect(await db.selectFrom('player_name_part').where('user_id', '=', userId).selectAll().execute()).toContainEqual(
      expect.objectContaining({ part: 'brightpan' }),
    )

    await renamePlayer(db, { userId, name: 'Earlier Name' })
    const renew = () =>
      browser.fetch(`${server.url}/api/jwt_refresh`, { method: 'POST', headers: { origin: server.url } })
    expect((await renew()).status).toBe(200)
    expect((await nameOf())?.name).toBe('Earlier Name')
    await db
      .updateTable('player')
      .set({ name_read_at_ms: Date.now() - DAY_MS })
      .execute()
    expect((await renew()).status).toBe(200)
    await expect.poll(async () => (await nameOf())?.name).toBe('Yolanda Brightpan')
  })

  it('leaves one task to read the name, however often a player signs in while the platform is down', async () => {
    const { db } = server.server.context.store
    const read = readConfig({ PLATFORM_SIM_PORT: '1' })
    if (!read.ok) throw new Error(read.problems.join(', '))
    const account = { userId: randomUUID(), steamId: '76561198000000777' }
    await refreshNameAtSignIn(server.server.context.store, read.config, account)
    await refreshNameAtSignIn(server.server.context.store, read.config, account)
    const tasks = await db.selectFrom('task').select('payload').where('kind', '=', 'refresh_player_name').execute()
    expect(tasks.filter(({ payload }) => JSON.stringify(payload).includes(account.userId))).toHaveLength(1)
  })

  it('carries the referral link through the platform, and ignores an invalid one', async () => {
    const referralAfter = async (player: string, search: string): Promise<unknown> => {
      const browser = new Browser()
      const home = redirectOf(await browser.fetch((await walk(browser, player, search)).href))
      expect(browser.cookieHeader()).not.toContain('clutch_referrer')
      const headers = { authorization: `Bearer ${home.searchParams.get('token')}` }
      return (await fetch(`${server.url}/api/referral/get`, { headers })).json()
    }
    const { link } = Object(await referralAfter(PLAYER, ''))
    const { search } = new URL(link)
    expect(await referralAfter(NEWCOMER, search)).toMatchObject({ referrer: { is_rewarded: false } })
    expect(await referralAfter(STRANGER, '?invite=%00')).toMatchObject({ referrer: null })
  })

  it('puts a token into the address that is valid for one minute only', async () => {
    const browser = new Browser()
    const token = redirectOf(await browser.fetch((await walk(browser)).href)).searchParams.get('token') ?? ''
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({ exp: expect.any(Number), iat: expect.any(Number) })
    const { exp, iat } = Object(claims)
    expect(exp - iat).toBe(60)
  })

  it('creates one player for two concurrent sign-ins', async () => {
    const [first, second] = [new Browser(), new Browser()]
    const addresses = await Promise.all([walk(first), walk(second)])
    const homes = await Promise.all([first, second].map((browser, at) => browser.fetch(addresses[at]?.href ?? '')))
    expect(homes.map((home) => isSignedIn(home))).toEqual([true, true])
  })

  it('shows a banned player the end and the reason, which no address contains', async () => {
    const { db } = server.server.context.store
    const browser = new Browser()
    await browser.fetch((await walk(browser)).href)
    const ban = (banned_until_ms: number) =>
      db.updateTable('player').set({ banned_until_ms, ban_reason: 'bots; "many"' }).execute()
    await ban(Date.UTC(2100, 0, 1))
    const refused = await browser.fetch((await walk(browser)).href)
    await ban(0)
    expect(redirectOf(refused).href).toBe(`${server.url}/auth/steam/refused`)
    const cookie = refused.headers.getSetCookie().find((each) => each.startsWith('clutch_refusal=')) ?? ''
    expect(cookie).toContain('Max-Age=60; Path=/auth/steam; SameSite=Lax')
    const refusal: unknown = JSON.parse(decodeURIComponent(/=([^;]*)/.exec(cookie)?.[1] ?? ''))
    expect(refusal).toEqual({ until: '2100-01-01T00:00:00.000Z', reason: 'bots; "many"' })
  })

  const sessionOf = (browser: Browser) => browser.cookie('clutch_refresh')?.split('.')[0]

  it('opens one session however often a page loads the response, at once or later', async () => {
    const browser = new Browser()
    const address = await walk(browser)
    const loads = await Promise.all([browser.fetch(address.href), browser.fetch(address.href)])
    const sessionId = sessionOf(browser)
    loads.push(await browser.fetch(address.href))
    expect(loads.map(isSignedIn)).toEqual([true, true, true])
    expect(sessionOf(browser)).toBe(sessionId)
    await browser.post(`${server.url}/api/jwt_refresh`)
    expect(isSignedIn(await browser.fetch(address.href))).toBe(true)
    expect((await browser.post(`${server.url}/api/jwt_refresh`)).status).toBe(200)
    expect(sessionOf(browser)).toBe(sessionId)
  })

  it('accepts a response for two minutes and not after the session has ended', async () => {
    const browser = new Browser()
    const address = await walk(browser)
    await browser.fetch(address.href)
    await browser.post(`${server.url}/api/auth/logout`)
    expect(isSignedIn(await browser.fetch(address.href))).toBe(false)
    const other = new Browser()
    const late = await walk(other)
    await other.fetch(late.href)
    await server.server.context.store.db
      .updateTable('used_once')
      .set({ used_at_ms: Date.now() - 3 * ONE_MINUTE_MS })
      .execute()
    expect(isSignedIn(await other.fetch(late.href))).toBe(false)
  })

  it('does not confuse players when a response is repeated', async () => {
    const browser = new Browser()
    const address = await walk(browser)
    await browser.fetch(address.href)
    for (const field of ['openid.claimed_id', 'openid.identity']) {
      address.searchParams.set(field, `${platform.url}/openid/id/${STRANGER}`)
    }
    expect(isSignedIn(await browser.fetch(address.href))).toBe(false)
  })

  it('succeeds in each of several tabs', async () => {
    const browser = new Browser()
    const addresses = [await walk(browser), await walk(browser), await walk(browser)]
    for (const { href } of addresses) expect(isSignedIn(await browser.fetch(href))).toBe(true)
  })

  it('succeeds after many attempts that were begun and abandoned, of which few are remembered', async () => {
    const browser = new Browser()
    for (let attempt = 0; attempt < 15; attempt += 1) await browser.fetch(`${server.url}/api/auth/steam`)
    expect(browser.cookieHeader().split('; ')).toHaveLength(8)
    expect(isSignedIn(await browser.fetch((await walk(browser)).href))).toBe(true)
  })

  it('rejects a response that belongs to another browser', async () => {
    const victim = new Browser()
    await victim.fetch(`${server.url}/api/auth/steam`)
    const address = await walk(new Browser())
    expect(isSignedIn(await victim.fetch(address.href))).toBe(false)
    expect(victim.cookie('clutch_refresh')).toBeUndefined()
  })

  it('rejects a changed identity even in the browser that began the sign-in', async () => {
    const browser = new Browser()
    const address = await walk(browser)
    const other = `${platform.url}/openid/id/76561198000000102`
    address.searchParams.set('openid.claimed_id', other)
    address.searchParams.set('openid.identity', other)
    expect(isSignedIn(await browser.fetch(address.href))).toBe(false)
  })

  it('returns signed out when the player cancels', async () => {
    const browser = new Browser()
    const out = redirectOf(await browser.fetch(`${server.url}/api/auth/steam`))
    const cancelled = await fetch(`${platform.url}/openid/login`, {
      method: 'POST',
      body: new URLSearchParams({ ...fieldsOf(out), cancel: '1' }),
      redirect: 'manual',
    })
    expect(isSignedIn(await browser.fetch(redirectOf(cancelled).href))).toBe(false)
  })

  it('hides the sign-in state from scripts and other sites', async () => {
    const response = await fetch(`${server.url}/api/auth/steam`, { redirect: 'manual' })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^clutch_sign_in_[\w-]{8}=[\w-]{32}; Max-Age=600; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
      ),
    ])
  })
})

describe('a forged response that the platform would confirm', () => {
  let platform: CredulousPlatform
  let server: TestServer
  beforeAll(async () => {
    platform = await startCredulousPlatform()
    server = await startTestServer({
      environment: { STEAM_OPENID_URL: `${platform.url}/openid/login`, STEAM_API_URL: platform.url },
    })
  })
  afterAll(async () => {
    await server.close()
    await platform.close()
  })

  async function begin(): Promise<{ browser: Browser; fields: Record<string, string> }> {
    const browser = new Browser()
    const out = fieldsOf(redirectOf(await browser.fetch(`${server.url}/api/auth/steam`)))
    const returnTo = out['openid.return_to'] ?? ''
    const id = `${platform.url}/openid/id/${PLAYER}`
    const fields = {
      state: new URL(returnTo).searchParams.get('state') ?? '',
      'openid.ns': 'http://specs.openid.net/auth/2.0',
      'openid.mode': 'id_res',
      'openid.op_endpoint': `${platform.url}/openid/login`,
      'openid.claimed_id': id,
      'openid.identity': id,
      'openid.return_to': returnTo,
      'openid.response_nonce': nonceAt(Date.now()),
      'openid.assoc_handle': '1234567890',
      'openid.signed': 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
      'openid.sig': 'c2lnbmF0dXJl',
    }
    return { browser, fields }
  }

  function present(browser: Browser, fields: Record<string, string>, more = ''): Promise<Response> {
    return browser.fetch(`${server.url}${CALLBACK}?${new URLSearchParams(fields).toString()}${more}`)
  }

  it('is accepted only when nothing is wrong with it', async () => {
    const { browser, fields } = await begin()
    expect(isSignedIn(await present(browser, fields))).toBe(true)
  })

  const changes: [string, (fields: Record<string, string>) => Record<string, string>][] = [
    ['with another mode', () => ({ 'openid.mode': 'error' })],
    ['with the mode of a cancelled one', () => ({ 'openid.mode': 'cancel' })],
    ['with the mode of a request', () => ({ 'openid.mode': 'checkid_setup' })],
    ['of another protocol version', () => ({ 'openid.ns': 'http://openid.net/signon/1.1' })],
    ['of another endpoint', () => ({ 'openid.op_endpoint': 'http://thief.test/openid/login' })],
    [
      'of an endpoint that begins like ours',
      (f) => ({ 'openid.op_endpoint': `${f['openid.op_endpoint']}.thief.test` }),
    ],
    [
      'whose claimed id is not its identity',
      (f) => ({ 'openid.claimed_id': (f['openid.identity'] ?? '').replace(/1$/, '2') }),
    ],
    [
      'whose identity is not its claimed id',
      (f) => ({ 'openid.identity': (f['openid.identity'] ?? '').replace(/1$/, '2') }),
    ],
    ['returning elsewhere', () => ({ 'openid.return_to': 'http://thief.test/api/auth/steam/callback?state=x' })],
    ['returning with another state', (f) => ({ 'openid.return_to': `${f['openid.return_to']}x` })],
    ['with another state next to it', () => ({ state: 'x'.repeat(32) })],
    ['with an empty state', () => ({ state: '' })],
    ['made six minutes ago', () => ({ 'openid.response_nonce': nonceAt(Date.now() - 6 * ONE_MINUTE_MS) })],
    ['made in the future', () => ({ 'openid.response_nonce': nonceAt(Date.now() + 6 * ONE_MINUTE_MS) })],
    ['with a nonce without a time', () => ({ 'openid.response_nonce': 'abcdef' })],
    ['with a nonce of no real time', () => ({ 'openid.response_nonce': '2026-99-99T99:99:99Zabc' })],
  ]
  it.each(changes)('is rejected %s', async (_, change) => {
    const { browser, fields } = await begin()
    expect(isSignedIn(await present(browser, { ...fields, ...change(fields) }))).toBe(false)
  })

  const ids: [string, (base: string) => string][] = [
    ['with something after it', (base) => `${base}/openid/id/${PLAYER}0`],
    ['with a line after it', (base) => `${base}/openid/id/${PLAYER}\n`],
    ['with a path after it', (base) => `${base}/openid/id/${PLAYER}/x`],
    ['with a query after it', (base) => `${base}/openid/id/${PLAYER}?x=1`],
    ['with something before it', (base) => `http://thief.test/?${base}/openid/id/${PLAYER}`],
    ['on another host', () => `http://thief.test/openid/id/${PLAYER}`],
    ['on a host that begins like the right one', (base) => `${base}.thief.test/openid/id/${PLAYER}`],
    ['with a user before the host', (base) => `${base.replace('//', '//localhost@')}/openid/id/${PLAYER}`],
    ['over another protocol', (base) => `${base.replace('http:', 'https:')}/openid/id/${PLAYER}`],
    ['with too few digits', (base) => `${base}/openid/id/${PLAYER.slice(0, -1)}`],
    ['of another universe', (base) => `${base}/openid/id/1${PLAYER.slice(1)}`],
    ['with digits of another script', (base) => `${base}/openid/id/${PLAYER.slice(0, -1)}١`],
    ['on another path', (base) => `${base}/id/${PLAYER}`],
  ]
  it.each(ids)('is rejected for an id %s', async (_, change) => {
    const { browser, fields } = await begin()
    const id = change(platform.url)
    const forged = { ...fields, 'openid.claimed_id': id, 'openid.identity': id }
    expect(isSignedIn(await present(browser, forged))).toBe(false)
  })

  it.each(['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'])(
    'is rejected when %s is not signed',
    async (name) => {
      const { browser, fields } = await begin()
      const signed = (fields['openid.signed'] ?? '').split(',').filter((field) => field !== name)
      expect(isSignedIn(await present(browser, { ...fields, 'openid.signed': signed.join(',') }))).toBe(false)
    },
  )

  it.each([
    'state',
    'openid.ns',
    'openid.mode',
    'openid.op_endpoint',
    'openid.claimed_id',
    'openid.identity',
    'openid.return_to',
    'openid.response_nonce',
    'openid.signed',
    'openid.assoc_handle',
    'openid.sig',
  ])('is rejected without %s, and with it twice', async (name) => {
    const [without, twice] = [await begin(), await begin()]
    const rest = Object.fromEntries(Object.entries(without.fields).filter(([field]) => field !== name))
    expect(isSignedIn(await present(without.browser, rest))).toBe(false)
    const again = `&${name}=${encodeURIComponent(twice.fields[name] ?? '')}`
    expect(isSignedIn(await present(twice.browser, twice.fields, again))).toBe(false)
  })

  it('is rejected when a meaningless parameter appears twice', async () => {
    const { browser, fields } = await begin()
    expect(isSignedIn(await present(browser, fields, '&openid.extra=1&openid.extra=2'))).toBe(false)
  })

  it('is rejected without being sent to the platform', async () => {
    const before = platform.confirmations()
    const { browser, fields } = await begin()
    await present(browser, { ...fields, 'openid.op_endpoint': 'http://thief.test/' })
    expect(platform.confirmations()).toBe(before)
  })

  it('is rejected when its nonce was used, in any browser', async () => {
    const [first, second] = [await begin(), await begin()]
    const nonce = { 'openid.response_nonce': first.fields['openid.response_nonce'] ?? '' }
    expect(isSignedIn(await present(first.browser, first.fields))).toBe(true)
    expect(isSignedIn(await present(second.browser, { ...second.fields, ...nonce }))).toBe(false)
  })

  it('is rejected when one nonce is used many times at once', async () => {
    const attempts = await Promise.all(Array.from({ length: 8 }, begin))
    const nonce = nonceAt(Date.now())
    const answers = await Promise.all(
      attempts.map(({ browser, fields }) => present(browser, { ...fields, 'openid.response_nonce': nonce })),
    )
    expect(answers.filter((answer) => isSignedIn(answer))).toHaveLength(1)
  })

  it.each([
    ['says no', 200, 'ns:x\nis_valid:false\n'],
    ['says yes in the middle of a line', 200, 'x is_valid:true\n'],
    ['says yes with something after it', 200, 'is_valid:true!\n'],
    ['says yes with an error status', 500, 'is_valid:true\n'],
    ['says yes on a page that is not there', 404, 'is_valid:true\n'],
    ['says nothing', 200, ''],
  ])('is rejected when the platform %s', async (_, status, body) => {
    platform.answer(status, body)
    const { browser, fields } = await begin()
    expect(isSignedIn(await present(browser, fields))).toBe(false)
    platform.answer(200, 'is_valid:true\n')
  })

  it.each([
    ['says no', 200, 'is_valid:false\n', 'sign_in_failed', 'sign_in_failed'],
    ['asks for a pause', 429, 'slow down', 'platform_unavailable', 'platform answered 429'],
    ['blocks the server', 403, 'no', 'platform_unavailable', 'platform answered 403'],
    ['is in trouble', 503, 'later', 'platform_unavailable', 'platform answered 503'],
    ['shows a page', 200, '<html></html>', 'platform_unexpected', 'platform answered 200 without is_valid'],
  ])(
    'is rejected with the reason on the page and in the log when the platform %s',
    async (_, status, body, reason, logged) => {
      platform.answer(status, body)
      const { browser, fields } = await begin()
      const answer = await present(browser, fields)
      expect(redirectOf(answer).searchParams.get('reason')).toBe(reason)
      expect(server.logged()).toContain(`"reason":"${logged}`)
      platform.answer(200, 'is_valid:true\n')
    },
  )
})
