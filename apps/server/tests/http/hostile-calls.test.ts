import { calls, type CallName } from '@clutch/contract'
import { rngFromText, type Rng } from '@clutch/economy'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import {
  HOSTILE_VALUES,
  PARTS,
  placesIn,
  samplesOf,
  withValue,
  type Part,
  type World,
} from '../support/hostile-calls.ts'
import { FIRST_ITEM_ID } from '../support/make-pack.ts'
import { Player } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const ADMIN = '76561198000000114'
const CALLS = Object.keys(calls) as CallName[]
const FIRST_SERVER_ERROR = 500
/** Requests that run concurrently with one of a well-behaved player. */
const AT_ONCE = 40
/** Random calls of each store; `npm run fuzz-calls` makes a hundred thousand. */
const RANDOM_CALLS = Number(process.env['FUZZ_CALLS'] ?? 400)
const SEED = process.env['FUZZ_SEED'] ?? 'calls'
/** An item that hostile calls do not freeze. */
const NEIGHBOURS_ITEM = FIRST_ITEM_ID + 9

type Input = Readonly<Record<Part, unknown>>

describe.each(STORE_KINDS)('hostile input on %s', (kind) => {
  let platform: SimulatedPlatform
  let store: TestStore
  let server: TestServer
  let admin: Player
  let anna: Player
  let neighbour: Player
  let world: World
  let readUntil = 0
  /** The player who is signed out, banned and frozen. */
  let target: Player

  beforeAll(async () => {
    platform = await startSimulatedPlatform()
    store = await createTestStore(kind)
    server = await startTestServer({
      store,
      environment: { PLATFORM_SIM_PORT: new URL(platform.url).port, ADMIN_STEAM_IDS: ADMIN, LOG_LEVEL: 'error' },
      pack: { items: 20, production: true, roulette: true, chat: true },
    })
    ;[admin, anna, neighbour, target] = await Promise.all([
      Player.signIn(server, ADMIN),
      Player.signIn(server),
      Player.signIn(server),
      Player.signIn(server),
    ])
    await anna.grant(1_000_000, { [FIRST_ITEM_ID]: 1_000 })
    await neighbour.grant(1_000_000, {})
    world = { userId: target.userId, steamId: target.steamId }
  })
  afterEach(async () => {
    expect(await checkIntegrity(server.server.context.store.db, AREAS)).toEqual([])
    expect(newErrors()).toEqual([])
  })
  afterAll(async () => {
    await server.close()
    await store.remove()
    await platform.close()
  })

  /** Log lines of level error and above since the last call. */
  function newErrors(): readonly string[] {
    const lines = server.logged().slice(readUntil).split('\n')
    readUntil = server.logged().length
    return lines.filter((line) => /"level":[56]0/.test(line)).map((line) => line.slice(0, 400))
  }

  function callerOf(name: CallName): Player {
    if (calls[name].area === 'auth') return target
    return calls[name].access === 'player' || calls[name].access === 'visitor' ? anna : admin
  }

  /** @returns the status, without reading a stream to its end */
  async function statusOf(name: CallName, input: Input): Promise<number> {
    const [method = '', path = ''] = name.split(' ')
    const { bodyType, command } = calls[name]
    const named = path.replaceAll(/:(\w+)/g, (_, key: string) => encode(Reflect.get(Object(input.params), key)))
    const hasBody = bodyType !== 'none' && input.body !== undefined
    const response = await fetch(`${server.url}/api${named}${searchOf(input.query)}`, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${callerOf(name).token}`,
        ...(hasBody && bodyType === 'json' ? { 'content-type': 'application/json' } : {}),
        ...(command ? { 'idempotency-key': crypto.randomUUID() } : {}),
      },
      ...(hasBody
        ? { body: bodyType === 'form' ? new URLSearchParams(fieldsOf(input.body)) : JSON.stringify(input.body) }
        : {}),
    })
    if (response.headers.get('content-type') === 'text/event-stream') await response.body?.cancel()
    else await response.arrayBuffer()
    return response.status
  }

  /** Sends hostile requests along with honest orders, which must not suffer. @returns the requests that got a 5xx */
  async function sendAll(requests: readonly (readonly [CallName, Input])[]): Promise<unknown[]> {
    const failures: unknown[] = []
    for (let at = 0; at < requests.length; at += AT_ONCE) {
      const order = { item_type_id: NEIGHBOURS_ITEM, price: 1, count: 1 }
      const [{ lot }, ...statuses] = await Promise.all([
        neighbour.call('POST /marketplace/create-buy-lot', order),
        ...requests.slice(at, at + AT_ONCE).map(async ([name, input]) => {
          const status = await statusOf(name, input)
          return status < FIRST_SERVER_ERROR ? undefined : { status, name, input: JSON.stringify(input).slice(0, 500) }
        }),
      ])
      failures.push(...statuses.filter((failed) => failed !== undefined))
      await neighbour.call('POST /marketplace/cancel-lot', { lot_uuid: lot?.lot_uuid ?? '' })
    }
    return failures
  }

  function inputsOf(name: CallName): readonly Input[] {
    const first = { body: undefined, query: undefined, params: undefined }
    const bases = PARTS.map((part) => [part, samplesOf(name, part, world)] as const)
    const base: Input = { ...first, ...Object.fromEntries(bases.map(([part, samples]) => [part, samples[0]])) }
    return bases.flatMap(([part, samples]) => samples.map((sample) => ({ ...base, [part]: sample })))
  }

  // Both stores are PostgreSQL and share all queries: the whole table is sent to one of them.
  it.runIf(kind === 'postgres').each(CALLS)('to %s causes no 5xx and affects no other player', async (name) => {
    const requests = new Map<string, readonly [CallName, Input]>()
    for (const input of inputsOf(name)) {
      for (const part of PARTS) {
        for (const place of placesOf(part, input[part])) {
          for (const value of HOSTILE_VALUES) {
            const sent = { ...input, [part]: withValue(input[part], place, value) }
            requests.set(JSON.stringify([part, place, sent[part]]), [name, sent])
          }
        }
      }
      requests.set(JSON.stringify(input), [name, input])
    }
    expect(await sendAll([...requests.values()])).toEqual([])
  })

  it(`in ${RANDOM_CALLS} random calls causes no 5xx and affects no other player`, { timeout: 0 }, async () => {
    const rng = rngFromText(`${SEED}/${kind}`)
    for (let sent = 0; sent < RANDOM_CALLS; sent += AT_ONCE) {
      expect(
        await sendAll(Array.from({ length: Math.min(AT_ONCE, RANDOM_CALLS - sent) }, () => randomRequest(rng))),
      ).toEqual([])
    }
  })

  function randomRequest(rng: Rng): readonly [CallName, Input] {
    const name = pick(rng, CALLS)
    const input: Record<Part, unknown> = { ...pick(rng, inputsOf(name)) }
    for (let changes = rng.below(4); changes > 0; changes -= 1) {
      const part = pick(rng, PARTS)
      const places = placesOf(part, input[part])
      if (places.length === 0) continue
      const value = rng.below(3) === 0 ? rng.below(2 ** 31) : pick(rng, HOSTILE_VALUES)
      input[part] = withValue(input[part], pick(rng, places), value)
    }
    return [name, input]
  }
})

/** Places to attack: none in a query that the call does not read. */
function placesOf(part: Part, value: unknown): ReturnType<typeof placesIn> {
  const isRead = part === 'body' || Object.keys(Object(value)).length > 0
  return value === undefined || !isRead ? [] : placesIn(value)
}

function pick<Value>(rng: Rng, values: readonly Value[]): Value {
  const value = values[rng.below(values.length)]
  if (value === undefined) throw new Error('Nothing to choose from')
  return value
}

function fieldsOf(value: unknown): Record<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(
    entries.map(([key, field]) => [key, typeof field === 'string' ? field : JSON.stringify(field)]),
  )
}

function searchOf(query: unknown): string {
  const fields = Object.entries(fieldsOf(query))
  return fields.length === 0 ? '' : `?${fields.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')}`
}

/** Like `encodeURIComponent`, which throws on a lone surrogate; truncated to the length of a request line. */
function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.toWellFormed()).slice(0, 8_000)
}
