import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { API_VERSION, calls, type Call, type CallName } from '@clutch/contract'
import { fail, succeed } from '@clutch/economy'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createInProcessBus } from '../../src/bus/bus.ts'
import type { CallHandlers } from '../../src/http/call-handlers.ts'
import { mountCalls } from '../../src/http/calls.ts'
import { Commands } from '../../src/http/commands.ts'
import { BODY_BYTES_MAX, createHttpApp, refuseUnknownCalls } from '../../src/http/http-app.ts'
import { mountPublicCalls, PUBLIC_PREFIX, type PublicHandlers } from '../../src/http/public-calls.ts'
import { SharedBudgets } from '../../src/http/shared-budgets.ts'
import { serveWebFiles } from '../../src/http/web-files.ts'
import { errorOf } from '../support/browser.ts'
import { findFreePort } from '../support/free-port.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { tokensOf } from '../support/tokens.ts'

const USER = '01890000-0000-7000-8000-000000000001'
const SESSION = '01890000-0000-7000-8000-000000000002'
const JSON_TYPE = { 'content-type': 'application/json' }
const ORDER = JSON.stringify({ item_type_id: 1001, price: 1, count: 1 })

async function tokenOf(server: TestServer, userId = USER): Promise<Record<string, string>> {
  const claims = { userId, sessionId: SESSION, roles: ['player'] } as const
  return { authorization: `Bearer ${await server.server.context.accessTokens.issue(claims, 600)}` }
}

describe('a server', () => {
  let server: TestServer
  let signedIn: Record<string, string>
  beforeAll(async () => {
    server = await startTestServer()
    signedIn = await tokenOf(server)
  })
  afterAll(() => server.close())

  function post(path: string, body: string, headers: Record<string, string> = JSON_TYPE): Promise<Response> {
    return fetch(`${server.url}/api${path}`, { method: 'POST', body, headers: { ...signedIn, ...headers } })
  }

  it.each([
    ['bad JSON', '{"item_type_id":', JSON_TYPE, 400, 'invalid_input'],
    ['JSON with a __proto__ key', '{"__proto__":{"x":1}}', JSON_TYPE, 400, 'invalid_input'],
    ['a wrong shape', '{"item_type_id":"one"}', JSON_TYPE, 400, 'invalid_input'],
    ['a list instead of an object', '[]', JSON_TYPE, 400, 'invalid_input'],
    ['no body where one is needed', '', JSON_TYPE, 400, 'invalid_input'],
    ['a fractional price', '{"item_type_id":1001,"price":1.5,"count":1}', JSON_TYPE, 400, 'invalid_input'],
    ['a number too large', '{"item_type_id":1001,"price":1e400,"count":1}', JSON_TYPE, 400, 'invalid_input'],
    ['plain text', 'hello', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['XML', '<a/>', { 'content-type': 'application/xml' }, 415, 'unsupported_media_type'],
    [
      'a form',
      'item_type_id=1',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
    ],
    ['a body that is too large', `"${'x'.repeat(BODY_BYTES_MAX)}"`, JSON_TYPE, 413, 'payload_too_large'],
  ])('answers %s with the standard error body', async (_, body, headers, status, code) => {
    expect(await errorOf(await post('/marketplace/create-buy-lot', body, headers))).toEqual({ status, code })
  })

  it.each([
    ['an unknown call', 'GET', '/api/nothing'],
    ['an unknown call with a query', 'GET', '/api/nothing?token=secret'],
    ['the API itself', 'GET', '/api/'],
    ['a wrong method', 'GET', '/api/marketplace/create-buy-lot'],
    ['another wrong method', 'DELETE', '/api/get_profile'],
    ['an address that cannot be decoded', 'GET', '/api/%zz'],
    ['an unknown file', 'GET', '/nothing.js'],
  ])('answers %s with the standard error body', async (_, method, path) => {
    const response = await fetch(`${server.url}${path}`, { method, headers: { accept: '*/*' } })
    expect(await errorOf(response)).toEqual({ status: 404, code: 'not_found' })
  })

  it('answers a page request below the API path as the API does', async () => {
    const response = await fetch(`${server.url}/api/nothing`, { headers: { accept: 'text/html' } })
    expect(await errorOf(response)).toEqual({ status: 404, code: 'not_found' })
  })

  it('names the invalid field', async () => {
    const answer: unknown = await (
      await post('/marketplace/create-buy-lot', '{"item_type_id":1001,"price":0,"count":1}')
    ).json()
    expect(answer).toMatchObject({ code: 'invalid_input', params: { detail: expect.stringContaining('price') } })
  })

  it.each([
    ['no body at all', undefined, undefined],
    ['an empty JSON body', '', JSON_TYPE],
    ['null', 'null', JSON_TYPE],
    ['an empty object', '{}', JSON_TYPE],
    ['an empty object in UTF-8', '{}', { 'content-type': 'application/json; charset=utf-8' }],
  ])('accepts a call without parameters with %s', async (_, body, headers) => {
    const init = { method: 'POST', headers: { ...signedIn, ...headers }, ...(body === undefined ? {} : { body }) }
    const response = await fetch(`${server.url}/api/inventory/get`, init)
    expect([response.status, await response.json()]).toEqual([200, []])
  })

  it.each([
    ['no token', undefined],
    ['an empty token', 'Bearer '],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['nonsense', 'Bearer nonsense'],
    ['a token without a signature', `Bearer ${btoa('{"alg":"none"}')}.${btoa(`{"sub":"${USER}"}`)}.`],
  ])('requires a signed-in caller: %s', async (_, authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
    const response = await fetch(`${server.url}/api/get_profile`, { headers })
    expect(await errorOf(response)).toEqual({ status: 401, code: 'unauthorized' })
  })

  it.each([
    ['spaces', 'a b'],
    ['too many characters', 'x'.repeat(129)],
  ])('rejects an idempotency key of %s', async (_, key) => {
    const response = await post('/marketplace/create-buy-lot', ORDER, { ...JSON_TYPE, 'idempotency-key': key })
    expect(await errorOf(response)).toEqual({ status: 400, code: 'invalid_input' })
  })

  it('serves health and metrics', async () => {
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain('http_request_duration_seconds_bucket')
    expect(metrics).toContain('process_cpu_user_seconds_total')
  })

  it('serves and describes every call of the contract, and no other', async () => {
    const describedAt = async (path: string): Promise<string[]> => {
      const document = z
        .object({ openapi: z.string(), paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
        .parse(await (await fetch(`${server.url}${path}`)).json())
      expect(document.openapi).toMatch(/^3\.1/)
      return Object.entries(document.paths)
        .flatMap(([url, methods]) =>
          Object.keys(methods).map((method) => `${method.toUpperCase()} ${url.replace(/^\/api/, '')}`),
        )
        .toSorted()
    }
    const namesOf = (isOperators: boolean): string[] =>
      Object.entries<Call>(calls)
        .flatMap(([name, { action }]) =>
          (action !== undefined) === isOperators ? [name.replaceAll(/:(\w+)/g, '{$1}')] : [],
        )
        .toSorted()
    expect(await describedAt('/api/openapi.json')).toEqual(namesOf(false))
    expect(await describedAt('/api/operator/openapi.json')).toEqual(namesOf(true))
    for (const name of Object.keys(calls)) {
      const [method = '', path = ''] = name.split(' ')
      const response = await fetch(`${server.url}/api${path}`, { method, redirect: 'manual' })
      expect([name, response.status]).not.toEqual([name, 404])
    }
  })

  it('answers a client in the version it was written for, and refuses versions it does not know', async () => {
    const ask = (version: string) => fetch(`${server.url}/api/health`, { headers: { 'Clutch-Version': version } })
    const answer = await ask(API_VERSION)
    expect([answer.status, answer.headers.get('clutch-version')]).toEqual([200, API_VERSION])
    expect(await errorOf(await ask('2026-11-30'))).toEqual({ status: 400, code: 'unknown_version' })
  })

  it('serves a readable API page that works under its own policy', async () => {
    const response = await fetch(`${server.url}/api/docs`)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(response.status).toBe(200)
    expect(await response.text()).not.toMatch(/<script(?![^>]* src=)/)
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('upgrade-insecure-requests')
  })

  it.each(['/api/health', '/api/nothing', '/api/auth/steam'])(
    'lets nothing in a response of %s be executed, framed or cached',
    async (path) => {
      const { headers } = await fetch(`${server.url}${path}`, { redirect: 'manual' })
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
    },
  )

  it.each(['/api/docs', '/metrics', '/nothing'])('protects %s with the security headers', async (path) => {
    const { headers } = await fetch(`${server.url}${path}`, { redirect: 'manual' })
    const policy = headers.get('content-security-policy')?.split(';') ?? []
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain(`connect-src 'self' ${server.url.replace('http', 'ws')}`)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  it('logs neither tokens nor tickets nor cookies', async () => {
    const secret = 'sEcReT-nobody-may-read'
    const headers = { authorization: `Bearer ${secret}`, cookie: `clutch_refresh=${secret}` }
    await fetch(`${server.url}/api/get_profile?token=${secret}&ticket=${secret}`, { headers })
    await fetch(`${server.url}/auth/steam/success?token=${secret}`)
    await fetch(`${server.url}/api/auth/steam/callback?openid.sig=${secret}`, { headers, redirect: 'manual' })
    await fetch(`${server.url}/api/%zz?token=${secret}`, { headers })
    const form = new URLSearchParams({ ticket: secret, username: 'x' })
    await fetch(`${server.url}/api/auth/client_steam_auth_callback`, { method: 'POST', body: form, headers })
    await fetch(`${server.url}/api/jwt_refresh`, { method: 'POST', headers })
    expect(server.logged()).not.toContain(secret)
  })

  function writeRaw(request: string): Promise<string> {
    const socket = connect(Number(new URL(server.url).port), 'localhost')
    return new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (data) => (text += data.toString()))
      socket.on('close', () => resolve(text))
      socket.write(request)
    })
  }

  it.each([
    ['two Host headers', 'Host: localhost\r\nHost: elsewhere.example\r\n'],
    ['two equal Host headers', 'Host: localhost\r\nHost: localhost\r\n'],
    ['no Host header', ''],
  ])('rejects a request with %s', async (_, headers) => {
    const response = await writeRaw(`GET /api/health HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`)
    expect(response).toContain('400 Bad Request')
  })

  it('closes a connection that does not speak HTTP', async () => {
    const answer = await writeRaw('NONSENSE\r\n\r\n')
    expect(answer).toContain('400 Bad Request')
  })
})

describe('operator settings', () => {
  it('let the named origins embed the app, and require https where the server is public there', async () => {
    const port = await findFreePort()
    const environment = {
      EMBED_ORIGINS: 'https://game.example',
      PUBLIC_URL: 'https://clutch.example',
      ALLOW_INSECURE_PLATFORM: 'on',
      PORT: String(port),
    }
    const server = await startTestServer({ environment })
    try {
      const { headers } = await fetch(`http://localhost:${port}/nothing`)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain('frame-ancestors https://game.example')
      expect(policy).toContain("connect-src 'self' wss://clutch.example")
      expect(headers.get('x-frame-options')).toBeNull()
      expect(headers.get('strict-transport-security')).toContain('max-age=')
      const begun = await fetch(`http://localhost:${port}/api/auth/steam`, { redirect: 'manual' })
      expect(begun.headers.getSetCookie()[0]).toContain('Secure')
    } finally {
      await server.close()
    }
  })
})

describe('rate limits', () => {
  let server: TestServer
  /** Few enough calls to fit into a window on a busy machine. */
  const FACTOR = 0.1
  const quotaOf = (name: CallName): number => Math.ceil(calls[name].rateLimit.max * FACTOR)
  beforeAll(async () => {
    server = await startTestServer({ rateLimitFactor: FACTOR })
  })
  afterAll(() => server.close())

  function profile(headers: Record<string, string>): Promise<Response> {
    return fetch(`${server.url}/api/get_profile`, { headers })
  }

  it('separate players and say when to retry', async () => {
    const max = quotaOf('GET /get_profile')
    const [anna, boris] = [await tokenOf(server), await tokenOf(server, SESSION)]
    const answers = await Promise.all(Array.from({ length: max + 1 }, () => profile(anna)))
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused).toHaveLength(1)
    const answer: unknown = await refused[0]?.json()
    expect(answer).toMatchObject({ code: 'rate_limited', params: { retry_after_s: expect.any(Number) } })
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await profile(boris)).status).not.toBe(429)
  })

  it('also limit attempts to guess tokens', async () => {
    const max = quotaOf('POST /get-all-items')
    const guess = (at: number): Promise<Response> =>
      fetch(`${server.url}/api/get-all-items`, { method: 'POST', headers: { authorization: `Bearer guess${at}` } })
    const answers = await Promise.all(Array.from({ length: max + 1 }, (_, at) => guess(at)))
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(1)
  })

  it('log the first request through an untrusted proxy, once', async () => {
    for (const address of ['10.0.0.1', '10.0.0.2']) {
      await fetch(`${server.url}/api/health`, { headers: { 'x-forwarded-for': address } })
    }
    expect(server.logged().split('X-Forwarded-For ignored: TRUSTED_PROXIES is 0')).toHaveLength(2)
  })

  it('cannot be bypassed by sending another address', async () => {
    const max = quotaOf('GET /auth/steam')
    const begin = (at: number): Promise<Response> =>
      fetch(`${server.url}/api/auth/steam`, { redirect: 'manual', headers: { 'x-forwarded-for': `10.0.0.${at}` } })
    const answers = await Promise.all(Array.from({ length: max + 1 }, (_, at) => begin(at)))
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(1)
  })
})

describe('the HTTP application', () => {
  const OPTIONS = {
    log: pino({ level: 'silent' }),
    publicUrl: () => 'http://localhost',
    embedOrigins: [],
    trustedProxies: 0,
    operatorToken: undefined,
    hasPublicDocs: true,
    isReachable: false,
  }
  let app: FastifyInstance
  let url: string
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clutch-web-'))
    mkdirSync(join(folder, 'assets'))
    mkdirSync(join(folder, '.vite'))
    writeFileSync(join(folder, '.vite', 'manifest.json'), '{"name":"index.html"}')
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Clutch</title>')
    writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'console.log(1)')
    writeFileSync(join(folder, 'assets', 'app-1a2b.js.br'), brotliCompressSync('console.log(1)'))
    app = await createHttpApp(OPTIONS)
    const broken: CallHandlers = {
      'GET /get_profile': () => Promise.reject(new Error('the password of the database is hunter2')),
    }
    await app.register(
      (api, _options, done) => {
        const operators = {
          admit: () => Promise.resolve(fail('forbidden' as const)),
          noteInvalid: () => Promise.resolve(),
        }
        const tokens = tokensOf('x')
        const verifier = { verify: (token: string) => tokens.verify(token), noteKeyUse: () => undefined }
        const sharedBudgets = new SharedBudgets(createInProcessBus((error) => expect.unreachable(String(error))))
        mountCalls(api, broken, new Commands(), { verifier, operators, sharedBudgets, rateLimitFactor: 1 })
        done()
      },
      { prefix: '/api' },
    )
    refuseUnknownCalls(app)
    const sprite = { sheets: [{ svg: '<svg/>', version: 'v1' }], urlOf: (icon: string) => icon }
    await serveWebFiles(app, folder, () => ({ sprite, pictures: new Map([['a1', Buffer.from('picture')]]) }))
    url = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  it('measures its process once, however many instances run in it', async () => {
    const figuresOf = ({ metrics }: FastifyInstance) =>
      ['process_cpu_user_seconds_total', 'nodejs_eventloop_lag_seconds'].map((name) =>
        metrics.client.register.getSingleMetric(name),
      )
    const before = figuresOf(app)
    const another = await createHttpApp(OPTIONS)
    for (const [at, figure] of figuresOf(another).entries()) expect(figure === before[at] && figure).toBeTruthy()
    await another.close()
  })

  it('makes a public answer once, however its address is spelled', async () => {
    let made = 0
    const items = () => {
      made += 1
      return Promise.resolve(succeed({ items: [] }))
    }
    const other = await createHttpApp(OPTIONS)
    await other.register(
      (api, _options, done) => {
        mountPublicCalls(api, () => ({ '/items': items }) as unknown as PublicHandlers, 1)
        done()
      },
      { prefix: PUBLIC_PREFIX },
    )
    const get = (query: string, headers = {}) => other.inject({ url: `${PUBLIC_PREFIX}/items${query}`, headers })
    const spellings = ['?lang=ru', '?lang=%72u', '?l%61ng=ru', '?lang=ru&', `?lang=ru${'&'.repeat(300)}`]
    const [first, ...others] = await Promise.all(spellings.map((query) => get(query)))
    expect([first?.statusCode, made]).toEqual([200, 1])
    expect(others.map(({ headers }) => headers.etag)).toEqual(others.map(() => first?.headers.etag))
    for (const query of spellings) {
      expect((await get(query, { 'if-none-match': String(first?.headers.etag) })).statusCode).toBe(304)
    }
    expect((await get('?lang=ja')).statusCode).toBe(200)
    expect(made).toBe(2)
    await other.close()
  })

  it('reveals nothing about internal errors', async () => {
    const token = await tokensOf('x').issue({ userId: USER, sessionId: SESSION, roles: ['player'] }, 600)
    const response = await fetch(`${url}/api/get_profile`, { headers: { authorization: `Bearer ${token}` } })
    expect([response.status, await response.json()]).toEqual([
      500,
      { code: 'internal', message: 'Something went wrong', params: {} },
    ])
  })

  it('caches hashed files forever and revalidates the page', async () => {
    const asset = await fetch(`${url}/assets/app-1a2b.js`)
    const page = await fetch(`${url}/`)
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-type')).toContain('javascript')
    expect(asset.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(asset.headers.get('x-content-type-options')).toBe('nosniff')
    expect(page.headers.get('cache-control')).toBe('no-cache')
  })

  it('sends precompressed files to clients that accept them', async () => {
    const asset = await fetch(`${url}/assets/app-1a2b.js`, { headers: { 'accept-encoding': 'br' } })
    expect(asset.headers.get('content-encoding')).toBe('br')
    expect(asset.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
    expect(await asset.text()).toBe('console.log(1)')
  })

  it('serves its single page at every page address', async () => {
    const response = await fetch(`${url}/marketplace/market?x=1`, { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(await response.text()).toContain('<title>Clutch</title>')
  })

  it.each([
    ['a program', 'GET', 'application/json'],
    ['a form', 'POST', 'text/html'],
  ])('does not serve the page for %s', async (_, method, accept) => {
    const response = await fetch(`${url}/marketplace/market`, { method, headers: { accept } })
    expect(await errorOf(response)).toEqual({ status: 404, code: 'not_found' })
  })

  it('describes a file without sending it in response to HEAD', async () => {
    const asset = await fetch(`${url}/assets/app-1a2b.js`, { method: 'HEAD' })
    expect([asset.status, asset.headers.get('content-length'), await asset.text()]).toEqual([200, '14', ''])
  })

  it.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/assets/..%5c..%5cindex.html',
    '/.vite/manifest.json',
    '/%2evite/manifest.json',
    '/%252evite/manifest.json',
    '/assets/../.vite/manifest.json',
  ])('serves nothing outside its folder and no hidden files: %s', async (path) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (data) => (text += data.toString()))
      socket.on('close', () => resolve(text))
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 40[034]/)
    expect(answer).not.toContain('"name"')
  })
})

it('every call of the contract documents its method and path', () => {
  for (const name of Object.keys(calls) as CallName[]) expect(name).toMatch(/^(GET|POST) \/\S+$/)
})
