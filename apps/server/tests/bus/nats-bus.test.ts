import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createInProcessBus } from '../../src/bus/bus.ts'
import { NatsBus } from '../../src/bus/nats-bus.ts'
import { MessageTooLarge, NoServerAnswers } from '../../src/bus/server-link.ts'
import { createLogger } from '../../src/logger.ts'
import { startNats, type TestNats } from '../support/nats.ts'
import { startRelay } from '../support/relay.ts'

/** Longer than the interval between two signs of life, and than losses are reported together. */
const HERE_MS = 3_000
const MISSED = 'something was missed'
/** Larger than NATS accepts. */
const TOO_LARGE = 'x'.repeat(2 ** 20)

let nats: TestNats
const buses: NatsBus[] = []

beforeEach(async () => {
  nats = await startNats()
})

afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.close()
  await nats.stop()
})

/** What one server receives over the bus, in order: ended sessions and gaps. */
interface Ear {
  readonly bus: NatsBus
  readonly heard: string[]
  say(...texts: string[]): void
}

async function join({ port = nats.port, world = 'one' } = {}): Promise<Ear> {
  const heard: string[] = []
  const local = createInProcessBus((error) => heard.push(String(error)))
  const connection = { servers: [`127.0.0.1:${port}`] }
  const bus = await NatsBus.open({ connection, world, local, log: createLogger('silent') })
  buses.push(bus)
  bus.subscribe('session_ended', ({ sessionId }) => heard.push(sessionId))
  bus.onMissed(() => heard.push(MISSED))
  const say = (...texts: string[]) => texts.forEach((sessionId) => bus.publish('session_ended', { sessionId }))
  return { bus, heard, say }
}

const words = (text: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${text} ${index}`)

it('the NATS bus delivers messages of one server to all others of its world, in order and once, and to itself at once', async () => {
  const [first, second, third] = [await join(), await join(), await join()]
  const stranger = await join({ world: 'other' })
  const texts = words('word', 500)
  first.say(...texts)
  expect(first.heard).toEqual(texts)
  for (const { heard } of [second, third]) await expect.poll(() => heard).toEqual(texts)
  expect(stranger.heard).toEqual([])
})

it('the NATS bus carries every topic as it was published', async () => {
  const [first, second] = [await join(), await join()]
  const heard: unknown[] = []
  second.bus.subscribe('economy', (message) => heard.push(message))
  second.bus.subscribe('keys_used', (message) => heard.push(message))
  const message = { id: 7, atMs: 1, updates: {} }
  first.bus.publish('economy', message)
  first.bus.publish('keys_used', { keys: ['щ🥚'] })
  await expect.poll(() => heard).toEqual([message, { keys: ['щ🥚'] }])
})

it('the NATS bus loses nothing while nothing is published, however long NATS is away', async () => {
  const [first, second] = [await join(), await join()]
  first.say('before')
  await expect.poll(() => second.heard).toEqual(['before'])
  await nats.stop()
  await expect.poll(() => [first, second].some(({ bus }) => bus.isConnected)).toBe(false)
  await nats.start()
  await expect.poll(() => [first, second].every(({ bus }) => bus.isConnected)).toBe(true)
  await wait(HERE_MS)
  second.say('after')
  await expect.poll(() => first.heard).toEqual(['before', 'after'])
  expect(second.heard).toEqual(['before', 'after'])
})

it('the NATS bus reports messages published while NATS was away as missed, before later ones', async () => {
  const [first, second] = [await join(), await join()]
  first.say('before')
  await expect.poll(() => second.heard).toEqual(['before'])
  await nats.stop()
  first.say('lost')
  await nats.start()
  await expect.poll(() => second.heard).toEqual(['before', MISSED])
  first.say('after')
  await expect.poll(() => second.heard).toEqual(['before', MISSED, 'after'])
  expect(first.heard).toEqual(['before', 'lost', 'after'])
})

it('the NATS bus reports what only one server missed to that server alone', async () => {
  const relay = await startRelay(nats.port)
  const [first, second, cut] = [await join(), await join(), await join({ port: relay.port })]
  first.say('before')
  await expect.poll(() => cut.heard).toEqual(['before'])
  relay.fallSilent()
  await expect.poll(() => cut.bus.isConnected).toBe(false)
  first.say('meanwhile')
  relay.speakToNewOnly()
  await expect.poll(() => cut.heard).toEqual(['before', MISSED])
  first.say('after')
  await expect.poll(() => cut.heard).toEqual(['before', MISSED, 'after'])
  expect(second.heard).toEqual(['before', 'meanwhile', 'after'])
  await cut.bus.close()
  relay.hangUpForgotten()
  await relay.close()
})

it('the NATS bus reports a message that NATS does not accept as missed, and goes on', async () => {
  const [first, second] = [await join(), await join()]
  first.say('before')
  await expect.poll(() => second.heard).toEqual(['before'])
  first.say(TOO_LARGE, 'after')
  await expect.poll(() => second.heard).toEqual(['before', MISSED, 'after'])
})

it('the NATS bus connects to a NATS that starts later', async () => {
  await nats.stop()
  const [first, second] = [await join(), await join()]
  expect(first.bus.isConnected).toBe(false)
  await nats.start()
  await expect.poll(() => [first, second].every(({ bus }) => bus.isConnected)).toBe(true)
  first.say('hello')
  await expect.poll(() => second.heard).toEqual(['hello'])
})

it('the NATS bus refuses requests and responses that NATS does not accept, and keeps its connection', async () => {
  const [first, second] = [await join(), await join()]
  first.bus.respond('echo', async (request) => (request === 'large' ? TOO_LARGE : request))
  await expect(first.bus.request('nothing', {}, HERE_MS)).rejects.toBeInstanceOf(NoServerAnswers)
  await expect(second.bus.request('echo', TOO_LARGE, HERE_MS)).rejects.toBeInstanceOf(MessageTooLarge)
  await expect(second.bus.request('echo', 'large', 200)).rejects.toThrow('timeout')
  expect(await second.bus.request('echo', 'small', HERE_MS)).toBe('small')
  expect([first, second].every(({ bus }) => bus.isConnected)).toBe(true)
})

it('the NATS bus rejects what no server of the world would send, and goes on', async () => {
  const [first, second] = [await join(), await join()]
  first.bus.respond('echo', async (request) => request)
  const other = await connect({ servers: [`127.0.0.1:${nats.port}`] })
  for (const text of ['', 'null', '{', '{"message":{}}']) {
    other.publish('clutch.one.topic.session_ended', text)
    other.publish('clutch.one.topic.unknown', text)
    other.publish('clutch.one.request.echo', text)
  }
  await other.close()
  second.say('after')
  await expect.poll(() => first.heard).toContain('after')
  expect(await second.bus.request('echo', 'hello', HERE_MS)).toBe('hello')
})

it('the NATS bus signs in with credentials, and logs none of them', async () => {
  const locked = await startNats(['--user', 'clutch', '--pass', 'right'])
  const chunks: string[] = []
  const log = createLogger(
    'trace',
    new Writable({ write: (chunk, _encoding, done) => done(void chunks.push(String(chunk))) }),
  )
  const open = async (pass: string): Promise<boolean> => {
    const connection = { servers: [`127.0.0.1:${locked.port}`], user: 'clutch', pass }
    const local = createInProcessBus((error) => expect.unreachable(String(error)))
    const bus = await NatsBus.open({ connection, world: 'one', local, log })
    const { isConnected } = bus
    await bus.close()
    return isConnected
  }
  expect([await open('right'), await open('wrong-secret')]).toEqual([true, false])
  await locked.stop()
  expect(chunks.join('')).toContain('connecting to NATS failed')
  expect(chunks.join('')).not.toContain('wrong-secret')
})

it('the NATS bus delivers what was published before a response ahead of it, and says at once that nobody responds', async () => {
  const [first, second] = [await join(), await join()]
  first.bus.respond('echo', async (request) => {
    first.say(...words('event', 100))
    return { request }
  })
  // Whatever was sent before has arrived once this has come back.
  await expect(first.bus.request('nothing', {}, HERE_MS)).rejects.toBeInstanceOf(NoServerAnswers)
  expect(await second.bus.request('echo', 'hello', HERE_MS)).toEqual({ request: 'hello' })
  expect(second.heard).toEqual(words('event', 100))
})
