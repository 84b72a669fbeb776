import { createServer, type IncomingMessage, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTokenStore, type TokenStore } from '../auth/token-store.ts'
import { browserClock, type Clock } from '../timing/clock.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import { ApiError, NETWORK_ERROR } from './api-error.ts'
import { createApiClient, type ApiClient, type ApiClientOptions } from './client.ts'

/** Retry delays are 0; time limits are the real ones. */
const QUICK: Clock = {
  nowMs: () => Date.now(),
  schedule: (work, delayMs) => browserClock.schedule(work, delayMs < 5_000 ? 0 : delayMs),
}

interface Seen {
  readonly path: string
  readonly authorization: string | undefined
  readonly key: string | undefined
  readonly type: string | undefined
  readonly body: string
}

/** The server's response to one request; null closes the connection without one. */
type Answer = { readonly status: number; readonly body: unknown } | null

let server: Server
let seen: Seen[]
let answer: (request: Seen) => Answer
/** Content versions of the responses; null for none. */
let content: string | null
let tokens: TokenStore
let client: ApiClient

beforeEach(async () => {
  seen = []
  content = null
  server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { authorization, 'idempotency-key': key, 'content-type': type } = request.headers
      const entry: Seen = { path: request.url ?? '', authorization, key: key as string | undefined, type, body }
      seen.push(entry)
      const given = answer(entry)
      if (given === null) request.socket.destroy()
      else response.writeHead(given.status, headers()).end(JSON.stringify(given.body))
    })
  })
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  tokens = createTokenStore(createMemoryStorage(), { addEventListener: () => undefined })
  tokens.set('old')
  client = createApiClient({
    fetch: (path, init) => fetch(new URL(path, `http://localhost:${port}`), init),
    tokens,
    withLock: (_name, work) => work(),
    clock: QUICK,
  })
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function headers(): Record<string, string> {
  return { 'content-type': 'application/json', ...(content !== null && { 'x-content': content }) }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const refused = { status: 401, body: { code: 'unauthorized', message: 'Sign in first', params: {} } }
const ok = (body: unknown) => ({ status: 200, body })
const USER = '01890000-0000-7000-8000-000000000001'
const lot = { item_type_id: 1, price: 2, count: 3 }

describe('an expired token', () => {
  test('is renewed once for many calls, which are then replayed with the new one', async () => {
    answer = ({ path, authorization }) => {
      if (path === '/api/jwt_refresh') return ok({ access_token: 'new' })
      return authorization === 'Bearer new' ? ok([]) : refused
    }
    await Promise.all(Array.from({ length: 8 }, () => client.read('POST /inventory/get', {})))
    expect(seen.filter(({ path }) => path === '/api/jwt_refresh')).toHaveLength(1)
    expect(tokens.get()).toBe('new')
  })

  test('holds back calls that begin while it is being renewed', async () => {
    answer = ({ path, authorization }) => {
      if (path === '/api/jwt_refresh') return ok({ access_token: 'new' })
      return authorization === 'Bearer new' ? ok([]) : refused
    }
    const renewal = client.refresh()
    await Promise.all([renewal, client.read('POST /inventory/get', {})])
    expect(seen.map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/api/jwt_refresh', undefined],
      ['/api/inventory/get', 'Bearer new'],
    ])
  })

  test('is replaced without a renewal when another tab has already renewed it', async () => {
    answer = ({ authorization }) => {
      if (authorization === 'Bearer fresh') return ok([])
      tokens.set('fresh')
      return refused
    }
    await client.read('POST /inventory/get', {})
    expect(seen.map(({ path }) => path)).toEqual(['/api/inventory/get', '/api/inventory/get'])
  })

  test('ends the session and fails every waiting call when it cannot be renewed', async () => {
    answer = () => refused
    const calls = [client.read('POST /inventory/get', {}), client.read('GET /get_profile')]
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(tokens.get()).toBeNull()
    expect(seen.filter(({ path }) => path === '/api/jwt_refresh')).toHaveLength(1)
  })

  test('is kept when the renewal gets no response', async () => {
    answer = ({ path }) => (path === '/api/jwt_refresh' ? null : refused)
    await expect(client.read('POST /inventory/get', {})).rejects.toMatchObject({ code: 'network' })
    expect(tokens.get()).toBe('old')
  })

  test('is renewed once per call: a call rejected again fails', async () => {
    answer = ({ path }) => (path === '/api/jwt_refresh' ? ok({ access_token: 'new' }) : refused)
    await expect(client.read('POST /inventory/get', {})).rejects.toMatchObject({ code: 'unauthorized' })
    expect(seen).toHaveLength(3)
  })
})

describe('a command', () => {
  test('without a response is repeated under the same key', async () => {
    let attempts = 0
    answer = () => {
      attempts += 1
      return attempts < 3 ? null : ok({ traded_count: 3, traded_total: 6, lot: null })
    }
    await client.command('POST /marketplace/buy-lot', lot, 'key-1')
    expect(seen.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1'])
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1)
  })

  test('that requires a role goes over HTTP, even while the live connection is open', async () => {
    const sent: string[] = []
    client.setCommandTransport({
      send: (name) => {
        sent.push(name)
        return Promise.resolve({ id: 7 })
      },
    })
    answer = () => ok({ time_out: null })
    await client.command('POST /chat/time-out', { user_uuid: USER, seconds: 0, reason: 'Manners' }, 'key-1')
    expect(seen.map(({ path }) => path)).toEqual(['/api/chat/time-out'])
    await client.command('POST /chat/delete', { id: 7 }, 'key-2')
    expect(sent).toEqual(['POST /chat/delete'])
  })

  test('whose response is lost on the live connection is repeated over HTTP, under the same key', async () => {
    const keys: string[] = []
    client.setCommandTransport({
      send: (_name, _body, key) => {
        keys.push(key)
        return Promise.reject(new ApiError(NETWORK_ERROR, 'No answer from the server'))
      },
    })
    answer = () => (seen.length < 2 ? null : ok({ traded_count: 3, traded_total: 6, lot: null }))
    await client.command('POST /marketplace/buy-lot', lot, 'key-1')
    expect(keys).toEqual(['key-1'])
    expect(seen.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
  })

  test('that is rejected is not repeated', async () => {
    answer = () => ({ status: 409, body: { code: 'market_moved', message: 'moved', params: { available: 1 } } })
    await expect(client.command('POST /marketplace/buy-lot', lot, 'key-1')).rejects.toMatchObject({
      code: 'market_moved',
      params: { available: 1 },
    })
    expect(seen).toHaveLength(1)
  })

  test('keeps its key when it is replayed after a renewal', async () => {
    answer = ({ path, authorization }) => {
      if (path === '/api/jwt_refresh') return ok({ access_token: 'new' })
      return authorization === 'Bearer new' ? ok({ traded_count: 3, traded_total: 6, lot: null }) : refused
    }
    await client.command('POST /marketplace/buy-lot', lot, 'key-1')
    expect(seen.filter(({ key }) => key === 'key-1')).toHaveLength(2)
  })
})

test('an unknown error response becomes an internal error', async () => {
  answer = () => ({ status: 500, body: 'gateway' })
  await expect(client.read('GET /get_profile')).rejects.toMatchObject({ code: 'internal', status: 500 })
})

test('query parameters are sent in the address', async () => {
  answer = () => ok({ announcements: [], changelog: [], report_issue_url: null })
  await client.read('GET /news', null, { query: { lang: 'ru' } })
  expect(seen[0]).toMatchObject({ path: '/api/news?lang=ru', body: '' })
})

test('the game client signs in with a form', async () => {
  answer = () => ok({ access_token: 'granted' })
  expect(await client.signInWithTicket('t 1', 'Marta & Co', false)).toBe('granted')
  expect(seen[0]).toMatchObject({ authorization: undefined, body: 'ticket=t+1&username=Marta+%26+Co' })
  await client.signInWithTicket('t 1', 'Marta', true)
  expect(seen[1]).toMatchObject({ body: 'ticket=t+1&username=Marta&confirmed=true' })
  expect(seen[0]?.type).toContain('application/x-www-form-urlencoded')
})

test('an aborted read rejects as an abort, not as a lost network', async () => {
  answer = () => ok([])
  const controller = new AbortController()
  controller.abort()
  await expect(client.read('POST /inventory/get', {}, { signal: controller.signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test('a read reports the content version of its response', async () => {
  const versions: string[] = []
  client.setContentListener((version) => versions.push(version))
  answer = () => ok([])
  await client.read('POST /inventory/get', {})
  content = 'second'
  await client.read('POST /inventory/get', {})
  expect(versions).toEqual(['second'])
})

describe('a call that gets no response', () => {
  let clock: FakeClock
  let calls: { path: string; key: string | null }[]
  /** How the connection handles a call; by default it never responds. */
  let carry: (path: string) => Response | undefined

  const swallow: ApiClientOptions['fetch'] = (path, { headers, signal }) => {
    calls.push({ path, key: new Headers(headers).get('idempotency-key') })
    const response = carry(path)
    if (response !== undefined) return Promise.resolve(response)
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
    })
  }
  /** A call whose outcome is checked later. */
  const begin = (call: Promise<unknown>) => {
    const ended = { error: undefined as unknown }
    call.catch((error: unknown) => (ended.error = error))
    return ended
  }
  const isSent = async (count: number) => {
    await expect.poll(() => calls).toHaveLength(count)
  }

  beforeEach(() => {
    clock = new FakeClock()
    calls = []
    carry = () => undefined
    client = createApiClient({ fetch: swallow, tokens, withLock: (_name, work) => work(), clock })
  })

  test('fails after 15 s if it reads', async () => {
    const reading = begin(client.read('POST /inventory/get', {}))
    await isSent(1)
    clock.advance(14_999)
    expect(clock.waitingMs).toEqual([1])
    clock.advance(1)
    await expect.poll(() => reading.error).toMatchObject({ code: 'network' })
  })

  test('is repeated under its key after 10 s if it is a command', async () => {
    const sending = begin(client.command('POST /marketplace/buy-lot', lot, 'key-1'))
    for (const [count, delayMs] of [
      [1, 400],
      [2, 1_600],
    ] as const) {
      await isSent(count)
      clock.advance(10_000)
      await expect.poll(() => clock.waitingMs).toEqual([delayMs])
      clock.advance(delayMs)
    }
    await isSent(3)
    clock.advance(10_000)
    await expect.poll(() => sending.error).toMatchObject({ code: 'network' })
    expect(calls.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1'])
  })

  test('blocks others for at most 10 s if it renews the token', async () => {
    const renewing = begin(client.refresh())
    await isSent(1)
    const reading = client.read('POST /inventory/get', {})
    carry = () => Response.json([])
    clock.advance(10_000)
    await expect(reading).resolves.toEqual([])
    expect(renewing.error).toMatchObject({ code: 'network' })
    expect(tokens.get()).toBe('old')
  })

  test('also fails if its body breaks off', async () => {
    carry = () => new Response('{"user":')
    await expect(client.read('GET /get_profile')).rejects.toMatchObject({ code: 'network' })
  })

  test('is not repeated once its caller has aborted', async () => {
    const renewing = begin(client.refresh())
    const controller = new AbortController()
    const reading = begin(client.read('GET /get-server', null, { signal: controller.signal }))
    await isSent(1)
    controller.abort()
    clock.advance(10_000)
    await expect.poll(() => reading.error).toMatchObject({ name: 'AbortError' })
    expect(renewing.error).toBeDefined()
    expect(calls.map(({ path }) => path)).toEqual(['/api/jwt_refresh'])
  })

  test('is repeated if it signs in', async () => {
    carry = () => (calls.length < 2 ? undefined : Response.json({ access_token: 'granted' }))
    const signingIn = client.signInWithTicket('t 1', 'Marta', true)
    await isSent(1)
    clock.advance(15_000)
    await expect.poll(() => clock.waitingMs).toEqual([400])
    clock.advance(400)
    expect(await signingIn).toBe('granted')
  })
})
