import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createInProcessBus } from '../../src/bus/bus.ts'
import { PostgresBus } from '../../src/bus/postgres-bus.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { createTestStore, type TestStore } from '../support/stores.ts'

/** Longer than the interval between two pings of a server. */
const PINGS_MS = 4_500
const WORD_EVERY_MS = 20
const WORDS_AT_ONCE = 10_000

let store: TestStore
const buses: PostgresBus[] = []

beforeEach(async () => {
  store = await createTestStore('postgres')
})

afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.close()
  await store.remove()
})

/** What one server receives over the bus, in order: ended sessions and gaps. */
interface Ear {
  readonly bus: PostgresBus
  readonly heard: string[]
  readonly greetings: ReadonlySet<string>
}

const MISSED = 'something was missed'
const HELLO = 'hello '

async function join(): Promise<Ear> {
  const heard: string[] = []
  const local = createInProcessBus((error) => heard.push(String(error)))
  const databaseUrl = store.environment['DATABASE_URL'] ?? ''
  const bus = await PostgresBus.open({ databaseUrl, local, onError: () => undefined })
  buses.push(bus)
  const greetings = new Set<string>()
  bus.subscribe('session_ended', ({ sessionId }) => {
    if (sessionId.startsWith(HELLO)) greetings.add(sessionId)
    else heard.push(sessionId)
  })
  bus.onMissed(() => heard.push(MISSED))
  return { bus, heard, greetings }
}

/**
 * Sends until a message is received: nothing is sent to a server that is not known yet. Discards what was received
 * before.
 */
async function meet(speaker: Ear, listener: Ear): Promise<void> {
  const greeting = `${HELLO}${randomUUID()}`
  await vi.waitFor(() => {
    speaker.bus.publish('session_ended', { sessionId: greeting })
    expect(listener.greetings).toContain(greeting)
  }, PATIENCE_MS)
  speaker.heard.length = 0
  listener.heard.length = 0
}

/**
 * Once all have received each other, their replies to new servers are in transit; a second greeting arrives behind
 * these.
 */
async function meetAll(ears: readonly Ear[]): Promise<void> {
  for (const speaker of [...ears, ...ears]) {
    for (const listener of ears) if (listener !== speaker) await meet(speaker, listener)
  }
}

/** @returns a function that breaks the bus connection opened last, as a network failure does */
async function aimAtLatest(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: store.environment['DATABASE_URL'] })
  await client.connect()
  return async () => {
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'clutch-bus' and datname = current_database() order by backend_start desc limit 1`)
    await client.end()
  }
}

const said = (text: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${text} ${index}`)

it('the PostgreSQL bus delivers messages of one server to all others, in order and once, and to itself at once', async () => {
  const [first, second, third] = [await join(), await join(), await join()]
  await meetAll([first, second, third])
  const texts = said('word', 500)
  for (const text of texts) first.bus.publish('session_ended', { sessionId: text })
  expect(first.heard).toEqual(texts)
  for (const { heard } of [second, third]) await expect.poll(() => heard).toEqual(texts)
})

it('the PostgreSQL bus reports a gap once to both sides when a connection breaks, and loses nothing afterwards', async () => {
  const [first, second] = [await join(), await join()]
  await meet(first, second)
  await meet(second, first)
  const cut = await aimAtLatest()
  await cut()
  await expect.poll(() => first.heard).toEqual([MISSED])
  await expect.poll(() => second.heard).toEqual([MISSED])
  for (const text of said('from the first', 3)) first.bus.publish('session_ended', { sessionId: text })
  await expect.poll(() => second.heard).toEqual([MISSED, ...said('from the first', 3)])
  await wait(PINGS_MS)
  expect(second.heard).toEqual([MISSED, ...said('from the first', 3)])
  expect(first.heard).toEqual([MISSED, ...said('from the first', 3)])
})

it('the PostgreSQL bus reports a gap before it delivers later messages', async () => {
  const [first, second] = [await join(), await join()]
  await meet(second, first)
  let count = 0
  const say = (words: number): void => {
    for (const until = count + words; count < until; count += 1) {
      second.bus.publish('session_ended', { sessionId: `word ${count}` })
    }
  }
  const cut = await aimAtLatest()
  const isCut = cut()
  // Sending them takes long enough for some to be in transit when the connection breaks.
  say(WORDS_AT_ONCE)
  await isCut
  for (; first.heard.at(-1) !== `word ${count - 1}`; await wait(WORD_EVERY_MS)) say(1)
  const missedAt = first.heard.indexOf(MISSED)
  const after = first.heard.slice(missedAt + 1)
  expect(first.heard.slice(0, missedAt)).toEqual(said('word', missedAt))
  expect(after).toEqual(said('word', count).slice(count - after.length))
  expect(missedAt + after.length, 'Some messages were lost').toBeLessThan(count)
})
