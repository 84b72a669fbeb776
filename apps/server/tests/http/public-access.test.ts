import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { ERRORS } from '@clutch/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessTokenOf, Browser, errorOf } from '../support/browser.ts'
import { findFreePort } from '../support/free-port.ts'
import { statusOfUpgrade } from '../support/live-client.ts'
import { newSteamId } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const OPERATOR_TOKEN = 'only-for-the-operator'
const SIGN_IN = '/api/auth/client_steam_auth_callback'
const OPERATOR_PATHS = ['/metrics', '/%6detrics', '/api/operator/openapi.json', '/api/operator/%6fpenapi.json']
const DOCS_PATHS = [
  '/api/server/v1/openapi.json',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/json',
  '/api/docs/static/index.html',
  '/api/asyncapi.json',
  '/api/live.proto',
]

let platform: SimulatedPlatform
beforeAll(async () => {
  platform = await startSimulatedPlatform()
})
afterAll(() => platform.close())

const start = (environment: Readonly<Record<string, string>> = {}, rateLimitFactor?: number): Promise<TestServer> =>
  startTestServer({
    environment: { PLATFORM_SIM_PORT: new URL(platform.url).port, ...environment },
    ...(rateLimitFactor === undefined ? {} : { rateLimitFactor }),
  })

const ticketForm = (steamId = newSteamId()): URLSearchParams =>
  new URLSearchParams({ ticket: `sim-${steamId}`, username: '' })

/** Sends raw bytes. @returns everything received until the server closes the connection */
async function sendRaw({ url }: TestServer, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += String(chunk)
  })
  socket.write(text)
  await once(socket, 'close')
  return answer
}

describe('a server that players reach over https', () => {
  let server: TestServer
  /** The address it listens on, which a proxy would call. */
  let inside: string
  beforeAll(async () => {
    const port = String(await findFreePort())
    server = await start({ PUBLIC_URL: 'https://market.example', ALLOW_INSECURE_PLATFORM: 'on', PORT: port })
    inside = `http://127.0.0.1:${port}`
  })
  afterAll(() => server.close())

  it('restricts its cookies to this host: their names begin with __Host-', async () => {
    const browser = new Browser()
    const answer = await browser.post(`${inside}${SIGN_IN}`, ticketForm())
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-clutch_refresh=[\w.-]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
    expect((await browser.post(`${inside}/api/jwt_refresh`)).status).toBe(200)
    const begun = await fetch(`${inside}/api/auth/steam`, { redirect: 'manual' })
    expect(begun.headers.getSetCookie()[0]).toMatch(
      /^__Host-clutch_sign_in_[\w-]{8}=[\w-]+; .*Path=\/; HttpOnly; Secure/,
    )
  })

  it('accepts no cookie under the name used over http', async () => {
    const browser = new Browser()
    await browser.post(`${inside}${SIGN_IN}`, ticketForm())
    const token = browser.cookie('__Host-clutch_refresh') ?? ''
    const planted = new Browser()
    planted.setCookie('clutch_refresh', token)
    expect((await planted.post(`${inside}/api/jwt_refresh`)).status).toBe(401)
  })

  it.each(['/', '/api/health', '/api/nothing', '/assets/nothing.js'])(
    'makes browsers insist on https at %s',
    async (path) => {
      const { headers } = await fetch(`${inside}${path}`)
      expect(headers.get('strict-transport-security')).toMatch(/max-age=31536000/)
    },
  )

  it('rejects a page with its own host name that was loaded over plain http', async () => {
    const browser = new Browser()
    await browser.post(`${inside}${SIGN_IN}`, ticketForm())
    const { host } = new URL(inside)
    const refresh = (origin: string) => browser.post(`${inside}/api/jwt_refresh`, undefined, { origin, host })
    expect(await errorOf(await refresh(`http://${host}`))).toEqual({ status: 403, code: 'origin_not_allowed' })
    expect((await refresh('https://market.example')).status).toBe(200)
  })

  it('sends its clients to wss, and connects no page that was loaded over plain http', async () => {
    const token = await accessTokenOf(await new Browser().post(`${inside}${SIGN_IN}`, ticketForm()))
    const askWhere = async () => {
      const answer = await fetch(`${inside}/api/get-server`, { headers: { authorization: `Bearer ${token}` } })
      return (await answer.json()) as { server_url: string; token: string }
    }
    const { host } = new URL(inside)
    const { server_url, token: first } = await askWhere()
    expect(server_url).toBe('wss://market.example')
    const statusFrom = (origin: string, once: string) => statusOfUpgrade({ ...server, url: inside }, once, { origin })
    expect(await statusFrom(`http://${host}`, first)).toBe(403)
    expect(await statusFrom('http://market.example', first)).toBe(403)
    expect(await statusFrom('https://market.example', first)).toBe(101)
  })

  it.each(OPERATOR_PATHS)('shows %s to nobody without an operator token', async (path) => {
    expect((await fetch(`${inside}${path}`)).status).toBe(404)
  })

  it.each(DOCS_PATHS)('shows %s to everybody', async (path) => {
    expect((await fetch(`${inside}${path}`)).status).toBe(200)
  })
})

describe('the operator', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await start({ OPERATOR_TOKEN, API_DOCS: 'operator' })
  })
  afterAll(() => server.close())

  const ask = async (path: string, authorization?: string): Promise<Response> =>
    fetch(`${server.url}${path}`, authorization === undefined ? {} : { headers: { authorization } })
  const basic = (password: string): string => `Basic ${Buffer.from(`operator:${password}`).toString('base64')}`

  it.each([...OPERATOR_PATHS, ...DOCS_PATHS])('alone sees %s', async (path) => {
    const refused = await ask(path)
    expect(refused.headers.get('www-authenticate')).toContain('Basic')
    expect(await errorOf(refused)).toEqual({ status: 401, code: 'unauthorized' })
    for (const wrong of ['Bearer wrong', basic('wrong'), 'Basic !', `Basic ${OPERATOR_TOKEN}`]) {
      expect((await ask(path, wrong)).status).toBe(401)
    }
    for (const right of [`Bearer ${OPERATOR_TOKEN}`, basic(OPERATOR_TOKEN)]) {
      expect((await ask(path, right)).status).not.toBe(401)
    }
  })

  it('serves the build manifest only to this machine', async () => {
    expect((await ask('/.vite/manifest.json')).status).toBe(404)
  })
})

describe('a link with a ticket', () => {
  const GAME = 'TinkerGame/'
  let server: TestServer
  beforeAll(async () => {
    server = await start({ GAME_CLIENT_AGENT: GAME })
  })
  afterAll(() => server.close())

  const post = async (headers: Readonly<Record<string, string>>, further: Readonly<Record<string, string>> = {}) => {
    const form = ticketForm()
    for (const [name, value] of Object.entries(further)) form.set(name, value)
    return fetch(`${server.url}${SIGN_IN}`, { method: 'POST', headers, body: form })
  }
  const inBrowser = (agent: string) => ({ origin: server.url, 'user-agent': `Mozilla/5.0 ${agent}` })
  const unconfirmed = { status: 409, code: 'sign_in_unconfirmed' }

  it('signs in at once in the game and from a program', async () => {
    expect((await post(inBrowser('TinkerGame/2.1'))).status).toBe(200)
    expect((await post({})).status).toBe(200)
  })

  it('asks first in any other browser, and gives no session', async () => {
    for (const headers of [inBrowser('Firefox/140.0'), inBrowser('tinkergame/2.1'), inBrowser('')]) {
      const refused = await post(headers)
      expect(refused.headers.getSetCookie()).toEqual([])
      expect(await errorOf(refused)).toEqual(unconfirmed)
    }
    expect(await errorOf(await post(inBrowser('Firefox/140.0'), { confirmed: 'yes' }))).toEqual({
      status: 400,
      code: 'invalid_input',
    })
    expect((await post(inBrowser('Firefox/140.0'), { confirmed: 'true' })).status).toBe(200)
  })

  it('can still be used after the question was shown', async () => {
    const [steamId, headers] = [newSteamId(), inBrowser('Firefox/140.0')]
    const ask = (confirmed: boolean) => {
      const body = ticketForm(steamId)
      if (confirmed) body.set('confirmed', 'true')
      return fetch(`${server.url}${SIGN_IN}`, { method: 'POST', headers, body })
    }
    expect(await errorOf(await ask(false))).toEqual(unconfirmed)
    expect((await ask(true)).status).toBe(200)
  })

  it("asks in every browser if the game's own is not known", async () => {
    const other = await start()
    const ask = (headers: Readonly<Record<string, string>>, further: Readonly<Record<string, string>> = {}) => {
      const body = ticketForm()
      for (const [name, value] of Object.entries(further)) body.set(name, value)
      return fetch(`${other.url}${SIGN_IN}`, { method: 'POST', headers, body })
    }
    expect(await errorOf(await ask({ origin: other.url }))).toEqual(unconfirmed)
    expect((await ask({ origin: other.url }, { confirmed: 'true' })).status).toBe(200)
    expect((await ask({})).status).toBe(200)
    await other.close()
  })
})

describe('input that the parser rejects', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())

  it.each([
    ['nonsense', 400, 'HELLO\r\n\r\n'],
    ['a header without a name', 400, 'GET /api/health HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'],
    ['two lengths', 400, 'POST /api/jwt_refresh HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['headers without end', 431, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
    ['an expectation', 417, 'GET /api/health HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n'],
  ])("gets the API's error body and a closed connection: %s", async (_, status, text) => {
    const answer = await sendRaw(server, text)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head.toLowerCase()).toContain('connection: close')
    expect(head.toLowerCase()).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'")
    expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
    expect(JSON.parse(body)).toEqual({
      code: 'invalid_input',
      message: expect.stringContaining('Invalid input'),
      params: { detail: expect.any(String) },
    })
  })

  it('below /assets is never framed, and a missing file is not answered with the page', async () => {
    const answer = await fetch(`${server.url}/assets/nothing`, { headers: { accept: 'text/html' } })
    expect(await errorOf(answer)).toEqual({ status: 404, code: 'not_found' })
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect((await fetch(`${server.url}/api/health`)).headers.get('referrer-policy')).toBe('no-referrer')
  })
})

describe('the limit on sign-ins', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await start({ TRUSTED_PROXIES: '1' }, 1)
  })
  afterAll(() => server.close())

  const begin = async (address: string): Promise<number> => {
    const headers = { 'x-forwarded-for': address }
    return (await fetch(`${server.url}/api/auth/steam`, { headers, redirect: 'manual' })).status
  }

  async function exhaust(address: (index: number) => string): Promise<void> {
    let tries = 0
    while ((await begin(address(tries))) !== ERRORS.rate_limited.status) {
      tries += 1
      expect(tries).toBeLessThan(1_000)
    }
  }

  it('counts a whole IPv6 network as one', async () => {
    await exhaust((index) => `2001:db8:0:7::${index.toString(16)}`)
    expect(await begin('2001:db8:0:7:ffff:ffff:ffff:ffff')).toBe(429)
    expect(await begin('2001:db8:0:8::1')).toBe(302)
  })

  it('is kept while thousands of other addresses arrive', async () => {
    const address = '203.0.113.9'
    await exhaust(() => address)
    const others = Array.from({ length: 6_000 }, (_, index) => `10.1.${index >> 8}.${index & 255}`)
    for (let from = 0; from < others.length; from += 50) await Promise.all(others.slice(from, from + 50).map(begin))
    expect(await begin(address)).toBe(429)
  }, 60_000)
})

describe('the log', () => {
  it('records sign-ins, rejections and ended sessions at every level, and never a token', async () => {
    const server = await start({ LOG_LEVEL: 'fatal' })
    const browser = new Browser()
    const post = (path: string, body?: URLSearchParams, headers = {}) =>
      browser.post(`${server.url}${path}`, body, headers)
    await post(SIGN_IN, new URLSearchParams({ ticket: 'forged', username: '' }))
    const token = await accessTokenOf(await post(SIGN_IN, ticketForm()))
    const cookie = browser.cookie('clutch_refresh') ?? ''
    await fetch(`${server.url}/api/auth/steam/callback?state=x`, { redirect: 'manual' })
    await post('/api/auth/logout', undefined, { authorization: `Bearer ${token}` })
    const again = await accessTokenOf(await post(SIGN_IN, ticketForm()))
    const [, secret = ''] = (browser.cookie('clutch_refresh') ?? '').split('.')
    const stolen = (browser.cookie('clutch_refresh') ?? '').replace(secret, 'x'.repeat(43))
    const thief = new Browser()
    thief.setCookie('clutch_refresh', stolen)
    await thief.post(`${server.url}/api/jwt_refresh`)
    const logged = server.logged()
    const events = [...logged.matchAll(/"security":"(\w+)"/g)].map(([, event]) => event)
    expect(events).toEqual([
      'sign_in_failed',
      'sign_in',
      'sign_in_failed',
      'sign_out',
      'sign_in',
      'refresh_token_reused',
    ])
    expect(logged).toContain('"address":"127.0.0.1"')
    for (const hidden of [token, again, cookie, secret, 'forged', 'sim-7656']) expect(logged).not.toContain(hidden)
    await server.close()
  })
})

describe('a platform whose response never ends', () => {
  const MEGABYTE = Buffer.alloc(1_048_576, 0x20)
  let endless: Server
  let sent = 0
  beforeAll(async () => {
    endless = createServer((request, response) => {
      request.resume()
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = (): void => {
        while (!response.destroyed && response.write(MEGABYTE)) sent += 1
        sent += 1
      }
      response.on('drain', more)
      more()
    })
    endless.listen(0, '127.0.0.1')
    await once(endless, 'listening')
  })
  afterAll(async () => {
    endless.closeAllConnections()
    endless.close()
    await once(endless, 'close')
  })

  it('is cut off once the response is too long', async () => {
    const address = endless.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const server = await start({ STEAM_OPENID_URL: `${url}/openid/login`, STEAM_API_URL: url })
    const answer = await new Browser().post(`${server.url}${SIGN_IN}`, ticketForm())
    expect(await errorOf(answer)).toEqual({ status: 502, code: 'platform_unavailable' })
    expect(sent).toBeLessThan(50)
    await server.close()
  })
})
