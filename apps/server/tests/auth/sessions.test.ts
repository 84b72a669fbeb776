import { HOUR_MS } from '@clutch/contract/formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSecret } from '../../src/auth/server-secrets.ts'
import { Sessions } from '../../src/auth/sessions.ts'
import { answerOf } from '../support/answers.ts'
import { accessTokenOf, Browser, errorOf } from '../support/browser.ts'
import { startCredulousPlatform } from '../support/credulous-platform.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const ADMIN = '76561198000000114'
const PLAYER = '76561198000000103'
const REFRESH_COOKIE = 'clutch_refresh'
const FRAME_COOKIE = 'clutch_frame_refresh'
const AFTER_GRACE_MS = 11_000

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

function start(): Promise<TestServer> {
  return startTestServer({
    store,
    environment: { PLATFORM_SIM_PORT: new URL(platform.url).port, ADMIN_STEAM_IDS: ADMIN },
  })
}

function presentTicket(browser: Browser, ticket: string, username = ''): Promise<Response> {
  const form = new URLSearchParams({ ticket, username })
  return browser.post(`${server.url}/api/auth/client_steam_auth_callback`, form)
}

async function signIn(browser = new Browser(), steamId = PLAYER): Promise<{ browser: Browser; token: string }> {
  return { browser, token: await accessTokenOf(await presentTicket(browser, `sim-${steamId}`)) }
}

function refresh(browser: Browser): Promise<Response> {
  return browser.post(`${server.url}/api/jwt_refresh`)
}

function profile(token: string): Promise<Response> {
  return fetch(`${server.url}/api/get_profile`, { headers: { authorization: `Bearer ${token}` } })
}

/** Backdates a session's last token exchange far enough for another one. */
function outlastGrace(browser: Browser): Promise<void> {
  return age(browser, AFTER_GRACE_MS)
}

/** Backdates a session's last token exchange. */
async function age(browser: Browser, byMs: number): Promise<void> {
  const [sessionId = ''] = (browser.cookie(REFRESH_COOKIE) ?? '').split('.')
  const { db } = server.server.context.store
  const { rotated_at_ms } = await db
    .selectFrom('session')
    .select('rotated_at_ms')
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('session')
    .set({ rotated_at_ms: rotated_at_ms - byMs })
    .where('session_id', '=', sessionId)
    .execute()
}

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

describe('a game client', () => {
  it.each([
    ['as text', `sim-${PLAYER}`],
    ['as hex', Buffer.from(`sim-${PLAYER}`).toString('hex')],
  ])('signs in with a ticket %s', async (_, ticket) => {
    const token = await accessTokenOf(await presentTicket(new Browser(), ticket))
    expect(await (await profile(token)).json()).toMatchObject({ user: { steam_id: PLAYER, roles: ['player'] } })
  })

  it('is identified by the ticket, whatever name it sends', async () => {
    const response = await presentTicket(new Browser(), `sim-${PLAYER}`, 'Warden Oriole')
    expect(await (await profile(await accessTokenOf(response))).json()).toMatchObject({
      user: { steam_id: PLAYER, roles: ['player'] },
    })
  })

  it.each([
    ['nonsense', 'nonsense'],
    ['an id that is too short', 'sim-123'],
    ['something after the id', `sim-${PLAYER}0`],
    ['another parameter', `x&steamid=${PLAYER}`],
  ])('is rejected with a ticket of %s', async (_, ticket) => {
    const browser = new Browser()
    expect(await errorOf(await presentTicket(browser, ticket))).toEqual({ status: 401, code: 'invalid_ticket' })
    expect(browser.cookie(REFRESH_COOKIE)).toBeUndefined()
  })

  it.each([
    ['without a ticket', { username: 'x' }],
    ['with an empty ticket', { ticket: '' }],
    ['with a ticket that is too long', { ticket: 'x'.repeat(4_097) }],
    ['with a name that is too long', { ticket: 'x', username: 'x'.repeat(65) }],
  ])('is rejected %s', async (_, fields) => {
    const url = `${server.url}/api/auth/client_steam_auth_callback`
    const response = await new Browser().post(url, new URLSearchParams(Object.entries(fields)))
    expect(await errorOf(response)).toEqual({ status: 400, code: 'invalid_input' })
  })

  it('sends its ticket as a form', async () => {
    const url = `${server.url}/api/auth/client_steam_auth_callback`
    const response = await new Browser().post(url, JSON.stringify({ ticket: `sim-${PLAYER}` }))
    expect(await errorOf(response)).toEqual({ status: 415, code: 'unsupported_media_type' })
  })

  it('has the roles of the configuration', async () => {
    const { token } = await signIn(new Browser(), ADMIN)
    expect(await (await profile(token)).json()).toMatchObject({ user: { roles: ['player', 'moderator', 'admin'] } })
  })

  it('gets the starter pack once, however many concurrent sign-ins it makes', async () => {
    const steamId = '76561198000000105'
    const signedIn = await Promise.all(Array.from({ length: 6 }, () => signIn(new Browser(), steamId)))
    const users = await Promise.all(signedIn.map(async ({ token }) => (await profile(token)).json()))
    expect(new Set(users.map((user) => JSON.stringify(user))).size).toBe(1)
    expect(users[0]).toMatchObject({ user: { coins: 1_000 } })
  })
})

describe('a real platform', () => {
  it.each([
    ['A\u0007nna\u0007', 'Anna'],
    ['\u0007', 'Player 00103'],
  ])('may leave the name to the game client, which may send anything: %j', async (username, name) => {
    const real = await startCredulousPlatform()
    const other = await startTestServer({
      environment: { STEAM_OPENID_URL: `${real.url}/openid/login`, STEAM_API_URL: real.url },
    })
    try {
      const params = { result: 'OK', steamid: PLAYER, ownersteamid: PLAYER, vacbanned: false, publisherbanned: false }
      real.answer(200, JSON.stringify({ response: { params } }))
      const form = new URLSearchParams({ ticket: '14000000aa', username })
      const token = await accessTokenOf(
        await new Browser().post(`${other.url}/api/auth/client_steam_auth_callback`, form),
      )
      const profile = await fetch(`${other.url}/api/get_profile`, { headers: { authorization: `Bearer ${token}` } })
      expect(await profile.json()).toMatchObject({ user: { name } })
    } finally {
      await other.close()
      await real.close()
    }
  })

  it('has its tickets accepted once, and is distinguished from an unresponsive one', async () => {
    const real = await startCredulousPlatform()
    const other = await startTestServer({
      environment: { STEAM_OPENID_URL: `${real.url}/openid/login`, STEAM_API_URL: real.url },
    })
    const url = `${other.url}/api/auth/client_steam_auth_callback`
    const presentFrom = (browser: Browser, ticket: string) => browser.post(url, new URLSearchParams({ ticket }))
    const present = (ticket: string) => presentFrom(new Browser(), ticket)
    try {
      const params = { result: 'OK', steamid: PLAYER, ownersteamid: PLAYER, vacbanned: false, publisherbanned: false }
      real.answer(200, JSON.stringify({ response: { params } }))
      expect((await present('14000000aa')).status).toBe(200)
      const elsewhere = new Browser(IPHONE)
      for (const ticket of ['14000000aa', '14000000AA']) {
        expect(await errorOf(await presentFrom(elsewhere, ticket))).toEqual({ status: 401, code: 'invalid_ticket' })
      }
      expect((await present('14000000bb')).status).toBe(200)
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) => presentFrom(new Browser(`Browser ${index}`), '14000000cc')),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      real.answer(200, '{"response":{"error":{"errorcode":101,"errordesc":"Invalid ticket"}}}')
      expect(await errorOf(await present('dd'))).toEqual({ status: 401, code: 'invalid_ticket' })
      real.answer(500, 'oops')
      expect(await errorOf(await present('ee'))).toEqual({ status: 502, code: 'platform_unavailable' })
      real.answer(200, 'not json')
      expect(await errorOf(await present('ff'))).toEqual({ status: 502, code: 'platform_unavailable' })
    } finally {
      await other.close()
      await real.close()
    }
  })
})

describe('a ticket that a browser sends again because its response was lost', () => {
  it('opens the same session for two minutes, even if the platform confirms it only once', async () => {
    const real = await startCredulousPlatform()
    const other = await startTestServer({
      environment: { STEAM_OPENID_URL: `${real.url}/openid/login`, STEAM_API_URL: real.url },
    })
    const present = async (browser: Browser) => {
      const form = new URLSearchParams({ ticket: '14000000aa' })
      const { status } = await browser.post(`${other.url}/api/auth/client_steam_auth_callback`, form)
      return { status, sessionId: browser.cookie(REFRESH_COOKIE)?.split('.')[0] }
    }
    try {
      const params = { result: 'OK', steamid: PLAYER, ownersteamid: PLAYER, vacbanned: false, publisherbanned: false }
      real.answer(200, JSON.stringify({ response: { params } }))
      const browser = new Browser()
      const first = await present(browser)
      expect(first.status).toBe(200)
      expect(await present(new Browser())).toEqual(first)
      real.answer(200, '{"response":{"error":{"errorcode":101,"errordesc":"Invalid ticket"}}}')
      expect(await present(browser)).toEqual(first)
      expect((await browser.post(`${other.url}/api/jwt_refresh`)).status).toBe(200)
      expect(await present(browser)).toEqual(first)
      expect((await browser.post(`${other.url}/api/jwt_refresh`)).status).toBe(200)
      const { db } = other.server.context.store
      await db
        .updateTable('used_once')
        .set({ used_at_ms: Date.now() - HOUR_MS })
        .execute()
      expect((await present(browser)).status).toBe(401)
    } finally {
      await other.close()
      await real.close()
    }
  })
})

describe('a session', () => {
  it('hides its refresh token from scripts, other sites and other paths', async () => {
    const response = await presentTicket(new Browser(), `sim-${PLAYER}`)
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^clutch_refresh=[\w.-]+; Max-Age=\d+; Path=\/api; HttpOnly; SameSite=Lax$/),
    ])
  })

  it('stores no readable token in the database', async () => {
    const { browser } = await signIn()
    const [, secret = ''] = (browser.cookie(REFRESH_COOKIE) ?? '').split('.')
    const rows = await server.server.context.store.db.selectFrom('session').selectAll().execute()
    expect(secret.length).toBeGreaterThanOrEqual(43)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('exchanges its refresh token at each use', async () => {
    const { browser } = await signIn()
    const first = browser.cookie(REFRESH_COOKIE)
    expect((await profile(await accessTokenOf(await refresh(browser)))).status).toBe(200)
    const second = browser.cookie(REFRESH_COOKIE)
    await outlastGrace(browser)
    expect((await profile(await accessTokenOf(await refresh(browser)))).status).toBe(200)
    expect(new Set([first, second, browser.cookie(REFRESH_COOKIE)]).size).toBe(3)
  })

  it.each([
    ['a moment', 5_000],
    ['a minute', 60_000],
    ['hours', 23 * HOUR_MS],
  ])('survives a lost response to a refresh, which is repeated after %s', async (_, delayMs) => {
    const { browser } = await signIn()
    const older = browser.cookie(REFRESH_COOKIE) ?? ''
    await refresh(browser)
    const newer = browser.cookie(REFRESH_COOKIE)
    await age(browser, delayMs)
    browser.setCookie(REFRESH_COOKIE, older)
    expect((await profile(await accessTokenOf(await refresh(browser)))).status).toBe(200)
    expect(browser.cookie(REFRESH_COOKIE)).toBe(newer)
    await outlastGrace(browser)
    expect((await refresh(browser)).status).toBe(200)
    browser.setCookie(REFRESH_COOKIE, older)
    expect((await refresh(browser)).status).toBe(401)
  })

  it('ends when the response to a refresh has been lost for more than a day', async () => {
    const { browser } = await signIn()
    const older = browser.cookie(REFRESH_COOKIE) ?? ''
    await refresh(browser)
    await age(browser, 25 * HOUR_MS)
    browser.setCookie(REFRESH_COOKIE, older)
    expect((await refresh(browser)).status).toBe(401)
  })

  it("is renewed by a frame's cookie although another cookie's session has ended, and only the latter is cleared", async () => {
    const [ended, open] = [await signIn(), await signIn()]
    const browser = new Browser()
    browser.setCookie(REFRESH_COOKIE, ended.browser.cookie(REFRESH_COOKIE) ?? '')
    browser.setCookie(FRAME_COOKIE, open.browser.cookie(REFRESH_COOKIE) ?? '')
    await ended.browser.post(`${server.url}/api/auth/logout`)
    expect((await profile(await accessTokenOf(await refresh(browser)))).status).toBe(200)
    expect(browser.cookie(REFRESH_COOKIE)).toBeUndefined()
    expect(browser.cookie(FRAME_COOKIE)?.split('.')[0]).toBe(open.browser.cookie(REFRESH_COOKIE)?.split('.')[0])
  })

  it('ends, with its access tokens, when an old refresh token is used again', async () => {
    const { browser, token } = await signIn()
    const thief = new Browser()
    thief.setCookie(REFRESH_COOKIE, browser.cookie(REFRESH_COOKIE) ?? '')
    await refresh(browser)
    await outlastGrace(browser)
    await refresh(browser)
    expect(await errorOf(await refresh(thief))).toEqual({ status: 401, code: 'invalid_refresh_token' })
    expect(await errorOf(await refresh(browser))).toEqual({ status: 401, code: 'invalid_refresh_token' })
    expect((await profile(token)).status).toBe(401)
    expect(browser.cookie(REFRESH_COOKIE)).toBeUndefined()
  })

  it('ends at once for a token older than the previous one', async () => {
    const { browser } = await signIn()
    const thief = new Browser()
    thief.setCookie(REFRESH_COOKIE, browser.cookie(REFRESH_COOKIE) ?? '')
    await refresh(browser)
    await outlastGrace(browser)
    await refresh(browser)
    expect((await refresh(thief)).status).toBe(401)
    expect((await refresh(browser)).status).toBe(401)
  })

  it('survives tabs that refresh at the same moment, each with the cookie it saw', async () => {
    const { browser } = await signIn()
    const late = new Browser()
    late.setCookie(REFRESH_COOKIE, browser.cookie(REFRESH_COOKIE) ?? '')
    expect((await refresh(browser)).status).toBe(200)
    const answers = [await refresh(browser), await refresh(late), await refresh(browser), await refresh(late)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await outlastGrace(browser)
    expect((await refresh(browser)).status).toBe(200)
  })

  it('ends after half a year, however often it was refreshed', async () => {
    const { browser, token } = await signIn()
    const [id = '', secret = ''] = (browser.cookie(REFRESH_COOKIE) ?? '').split('.')
    const openedAt = (ageDays: number): string => {
      const time = (Date.now() - ageDays * 24 * 60 * 60 * 1_000).toString(16).padStart(12, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}`
    }
    const { db } = server.server.context.store
    const statuses: number[] = []
    let current = id
    for (const ageDays of [179, 181]) {
      const older = openedAt(ageDays)
      await db.updateTable('session').set({ session_id: older }).where('session_id', '=', current).execute()
      current = older
      const aged = new Browser()
      const newest = browser.cookie(REFRESH_COOKIE)?.split('.')[1] ?? secret
      aged.setCookie(REFRESH_COOKIE, `${older}.${newest}`)
      const answer = await refresh(aged)
      statuses.push(answer.status)
      const rotated = aged.cookie(REFRESH_COOKIE)
      if (rotated !== undefined) browser.setCookie(REFRESH_COOKIE, rotated)
    }
    expect(statuses).toEqual([200, 401])
    expect(token).not.toBe('')
  })

  it('is listed to its player, and can be ended from another', async () => {
    const steamId = '76561198000000177'
    const phone = await signIn(new Browser(IPHONE), steamId)
    const desk = await signIn(new Browser(), steamId)
    const other = await signIn()
    const list = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${server.url}/api/auth/sessions`, { headers })
      return (await answerOf('GET /auth/sessions', answer)).response
    }
    const end = (token: string, id: string): Promise<Response> =>
      new Browser().post(`${server.url}/api/auth/sessions/end`, JSON.stringify({ id }), {
        authorization: `Bearer ${token}`,
      })
    const open = await list(desk.token)
    expect(open).toHaveLength(2)
    expect(open.filter(({ is_current }) => is_current)).toHaveLength(1)
    const onPhone = open.find(({ device }) => device === 'Safari, iOS')?.id ?? ''
    expect(open.find(({ is_current }) => !is_current)?.id).toBe(onPhone)
    expect(await errorOf(await end(other.token, onPhone))).toEqual({ status: 404, code: 'session_not_found' })
    expect((await end(desk.token, onPhone)).status).toBe(200)
    expect((await profile(phone.token)).status).toBe(401)
    expect((await refresh(phone.browser)).status).toBe(401)
    expect((await profile(desk.token)).status).toBe(200)
    expect(await list(desk.token)).toHaveLength(1)
  })

  it('survives two tabs that refresh at the same moment', async () => {
    const { browser } = await signIn()
    const answers = await Promise.all([refresh(browser), refresh(browser), refresh(browser)])
    const tokens = await Promise.all(answers.map(accessTokenOf))
    const seen = await Promise.all(tokens.map(async (token) => (await profile(token)).status))
    expect(seen).toEqual([200, 200, 200])
    expect((await refresh(browser)).status).toBe(200)
  })

  it.each([
    ['no cookie', undefined],
    ['nonsense', 'nonsense'],
    ['an unknown session', `01890000-0000-7000-8000-000000000001.${'x'.repeat(43)}`],
  ])('is not refreshed with %s', async (_, cookie) => {
    const browser = new Browser()
    if (cookie !== undefined) browser.setCookie(REFRESH_COOKIE, cookie)
    expect(await errorOf(await refresh(browser))).toEqual({ status: 401, code: 'invalid_refresh_token' })
  })

  it('is open until it expires, and a refresh extends it', async () => {
    let nowMs = Date.now()
    const { db } = server.server.context.store
    const sessions = new Sessions(db, await readSecret(db, 'sessions'), () => nowMs)
    const { browser } = await signIn()
    const cookie = browser.cookie(REFRESH_COOKIE) ?? ''
    const sessionId = cookie.split('.')[0] ?? ''
    expect(await sessions.isOpen(sessionId)).toBe(true)
    nowMs += 59 * 24 * HOUR_MS
    expect(await sessions.isOpen(sessionId)).toBe(true)
    expect(await sessions.refresh(cookie)).toMatchObject({ ok: true })
    nowMs += 59 * 24 * HOUR_MS
    expect(await sessions.isOpen(sessionId)).toBe(true)
    nowMs += 2 * 24 * HOUR_MS
    expect(await sessions.isOpen(sessionId)).toBe(false)
  })

  it('is deleted a day after it has ended or expired, and not before', async () => {
    const opened: string[] = []
    for (let index = 0; index < 4; index += 1) {
      const { browser } = await signIn()
      opened.push((browser.cookie(REFRESH_COOKIE) ?? '').split('.')[0] ?? '')
    }
    const [open = '', ended = '', expired = '', justEnded = ''] = opened
    const { db } = server.server.context.store
    const longAgoMs = Date.now() - 25 * HOUR_MS
    await db.updateTable('session').set({ ended_at_ms: longAgoMs }).where('session_id', '=', ended).execute()
    await db.updateTable('session').set({ expires_at_ms: longAgoMs }).where('session_id', '=', expired).execute()
    await db
      .updateTable('session')
      .set({ ended_at_ms: Date.now() - 23 * HOUR_MS })
      .where('session_id', '=', justEnded)
      .execute()
    await db.updateTable('due_work').set({ due_at_ms: 0 }).where('kind', '=', 'forget_sessions').execute()
    await server.close()
    server = await start()
    const left = async () => {
      const rows = await server.server.context.store.db
        .selectFrom('session')
        .select('session_id')
        .where('session_id', 'in', opened)
        .execute()
      return rows.map(({ session_id }) => session_id).toSorted()
    }
    await expect.poll(left).toEqual([open, justEnded].toSorted())
  })

  it('ends with its access token when the player signs out', async () => {
    const { browser, token } = await signIn()
    const kept = browser.cookie(REFRESH_COOKIE) ?? ''
    const out = await browser.post(`${server.url}/api/auth/logout`, undefined, { authorization: `Bearer ${token}` })
    expect(await out.json()).toEqual({ ok: true })
    expect((await profile(token)).status).toBe(401)
    expect(browser.cookie(REFRESH_COOKIE)).toBeUndefined()
    browser.setCookie(REFRESH_COOKIE, kept)
    expect((await refresh(browser)).status).toBe(401)
  })

  it.each(['by its cookie alone', 'by its access token alone'])('can be signed out %s', async (how) => {
    const { browser, token } = await signIn()
    const url = `${server.url}/api/auth/logout`
    const authorization = { authorization: `Bearer ${token}` }
    if (how === 'by its cookie alone') await browser.post(url)
    else await new Browser().post(url, undefined, authorization)
    expect((await profile(token)).status).toBe(401)
    expect((await refresh(browser)).status).toBe(401)
  })

  it("signs out alone, without the player's other sessions", async () => {
    const [first, second] = [await signIn(), await signIn()]
    await first.browser.post(`${server.url}/api/auth/logout`)
    expect((await profile(second.token)).status).toBe(200)
  })

  it('can be signed out when there is none', async () => {
    expect((await new Browser().post(`${server.url}/api/auth/logout`)).status).toBe(200)
  })

  it.each(['/auth/client_steam_auth_callback', '/jwt_refresh', '/auth/logout'])(
    'cannot be changed from pages of other sites: %s',
    async (path) => {
      const { browser } = await signIn()
      const form = path.includes('client') ? new URLSearchParams({ ticket: `sim-${ADMIN}`, username: '' }) : undefined
      for (const origin of ['http://thief.test', 'null', `${server.url}.thief.test`]) {
        const answer = await browser.post(`${server.url}/api${path}`, form, { origin })
        expect(await errorOf(answer)).toEqual({ status: 403, code: 'origin_not_allowed' })
      }
      expect((await browser.post(`${server.url}/api/jwt_refresh`, undefined, { origin: server.url })).status).toBe(200)
    },
  )

  it('stays ended, and others stay open, across a restart', async () => {
    const [ended, open] = [await signIn(), await signIn()]
    await ended.browser.post(`${server.url}/api/auth/logout`)
    await server.close()
    server = await start()
    expect((await profile(ended.token)).status).toBe(401)
    expect((await profile(open.token)).status).toBe(200)
    expect((await refresh(open.browser)).status).toBe(200)
  })
})

describe('the token of the live connection', () => {
  it('comes with the address to use it at', async () => {
    const { token } = await signIn()
    const answer = await fetch(`${server.url}/api/get-server`, { headers: { authorization: `Bearer ${token}` } })
    expect(await answer.json()).toEqual({
      server_url: server.url.replace('http', 'ws'),
      token: expect.stringMatching(/^[\w-]+\.[\w-]{43}$/),
    })
  })
})
