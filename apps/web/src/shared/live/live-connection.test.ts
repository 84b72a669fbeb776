import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import {
  createEvent,
  decodeBatch,
  encodeBatch,
  encodeFollows,
  encodeHeartbeat,
  type LiveEvent,
} from '@clutch/contract/live'
import { decodeClientMessage } from '@clutch/contract/live/client-message'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocketServer, type WebSocket as ServerSocket } from 'ws'
import { FakeClock } from '../testing/fake-clock.ts'
import { createLiveConnection, type LiveConnection, type LiveConnectionOptions } from './live-connection.ts'
import type { LiveError } from './live-error.ts'
import type { LiveState } from './reconnect-manager.ts'

let server: WebSocketServer
let accepted: { socket: ServerSocket; url: string; line: Socket }[]
let clock: FakeClock
let token: string | null
let listeners: (() => void)[]
let states: LiveState[]
let batches: (readonly LiveEvent[])[]
let errors: LiveError[]
let reconnects: number
let follows: number[]
let socketsMade: number
let serverTimes: number[]
let silences: number
/** Closed after each test, so that a late end does not reach the next one. */
let connections: LiveConnection[]

beforeEach(async () => {
  accepted = []
  server = new WebSocketServer({ port: 0 })
  server.on('connection', (socket, request) => accepted.push({ socket, url: request.url ?? '', line: request.socket }))
  await once(server, 'listening')
  clock = new FakeClock()
  token = 'bearer'
  listeners = []
  states = []
  batches = []
  errors = []
  reconnects = 0
  follows = []
  socketsMade = 0
  serverTimes = []
  silences = 0
  connections = []
})

afterEach(() => {
  for (const connection of connections) connection.disconnect()
  for (const client of server.clients) client.terminate()
  server.close()
})

function connect(
  port = (server.address() as AddressInfo).port,
  findServer: LiveConnectionOptions['findServer'] = () =>
    Promise.resolve({ server_url: `ws://localhost:${port}`, token: 'one time/only' }),
) {
  const connection = createLiveConnection({
    clock,
    getToken: () => token,
    onTokenChange: (listener) => {
      listeners.push(listener)
      return () => undefined
    },
    findServer,
    createSocket: (url) => {
      socketsMade += 1
      return new WebSocket(url)
    },
    decode: decodeBatch,
    loadOutgoing: () => import('./live-calls.ts'),
    onState: (state) => states.push(state),
    onBatch: (batch) => batches.push(batch),
    onReconnected: () => {
      reconnects += 1
    },
    onFollows: (messageId) => follows.push(messageId),
    onSilence: () => (silences += 1),
    onServerTime: (nowMs) => serverTimes.push(nowMs),
    onHandlerError: (error) => errors.push(error),
  })
  connections.push(connection)
  return connection
}

async function isNow(status: LiveState['status']): Promise<void> {
  await expect.poll(() => states.at(-1)?.status).toBe(status)
}
const coins = (amount: number) =>
  encodeBatch([
    createEvent({ timestampMs: 1, eventId: 'e', payload: { case: 'eggCoinsUpdated', value: BigInt(amount) } }),
  ])

test('connects 100 ms after the start, with the single-use token', async () => {
  const stop = connect().start()
  clock.advance(99)
  expect(states).toEqual([])
  clock.advance(1)
  await isNow('connected')
  expect(accepted[0]?.url).toBe('/ws?token=one%20time%2Fonly')
  stop()
})

test('a normal close uses code 1000', async () => {
  const stop = connect().start()
  clock.advance(100)
  await isNow('connected')
  stop()
  const [code] = (await once(accepted[0]?.socket ?? server, 'close')) as [number]
  expect(code).toBe(1_000)
})

test('without a token nothing is tried at the start', () => {
  token = null
  connect().start()
  clock.advance(1_000)
  expect(states).toEqual([])
})

test('passes batches on, and survives garbage', async () => {
  connect().start()
  clock.advance(100)
  await isNow('connected')
  accepted[0]?.socket.send(new Uint8Array([255, 255, 255]))
  accepted[0]?.socket.send('words')
  accepted[0]?.socket.send(coins(5))
  await expect.poll(() => batches).toHaveLength(1)
  expect(batches[0]?.[0]?.payload).toEqual({ case: 'eggCoinsUpdated', value: 5n })
  expect(errors.map(({ message }) => message)).toEqual(Array(2).fill('Handler error for unknown'))
  expect(states.at(-1)?.status).toBe('connected')
})

test('reports the message after which nothing is missed, after the events that came with it', async () => {
  connect().start()
  clock.advance(100)
  await isNow('connected')
  accepted[0]?.socket.send(new Uint8Array([...coins(5), ...encodeFollows(41)]))
  await expect.poll(() => follows).toEqual([41])
  expect(batches).toHaveLength(1)
})

/** A command that the server has received over an open connection. */
async function sendCommand(connection: LiveConnection) {
  const call = () => connection.commands.send('POST /chat/read', {}, 'key')
  connection.start()
  clock.advance(100)
  await isNow('connected')
  const arrived = once(accepted[0]?.socket ?? server, 'message')
  // The encoder loads on first use; until then commands go over HTTP.
  let sent = call()
  await expect.poll(() => (sent ??= call()) !== undefined).toBe(true)
  await arrived
  return { sent }
}

test('a pending command is lost at once with its connection', async () => {
  const { sent } = await sendCommand(connect())
  const onLost = vi.fn<(error: Error) => void>()
  sent?.catch(onLost)
  accepted[0]?.socket.terminate()
  await isNow('error')
  await expect.poll(() => onLost.mock.lastCall?.[0]).toMatchObject({ code: 'network' })
})

test('reconnects after the server drops it, and asks for a reload', async () => {
  connect().start()
  clock.advance(100)
  await isNow('connected')
  accepted[0]?.socket.terminate()
  await isNow('error')
  clock.advance(3_000)
  await isNow('connected')
  expect(reconnects).toBe(1)
})

test('a changed token reconnects after 1 s', async () => {
  connect().start()
  clock.advance(100)
  await isNow('connected')
  token = 'other'
  for (const listener of listeners) listener()
  await isNow('disconnected')
  clock.advance(1_000)
  await isNow('connected')
  expect(accepted).toHaveLength(2)
})

test('an unreachable server is reported and tried again', async () => {
  const connection = connect()
  server.close()
  await once(server, 'close')
  connection.connect()
  await isNow('error')
  expect(states.at(-1)?.error?.message).toBe('WebSocket connection error')
})

test('a server that half-closes the connection is left and tried again', async () => {
  connect().start()
  clock.advance(100)
  await isNow('connected')
  accepted[0]?.line.end()
  await isNow('error')
  clock.advance(3_000)
  await isNow('connected')
  expect(accepted).toHaveLength(2)
})

test('a server that accepts and stays silent is given up after 10 s and tried again', async () => {
  const silent = createServer()
  silent.listen(0)
  await once(silent, 'listening')
  const lines: { destroy(): void }[] = []
  silent.on('connection', (line) => lines.push(line))
  const connection = connect((silent.address() as AddressInfo).port)
  connection.connect()
  await expect.poll(() => lines).toHaveLength(1)
  clock.advance(9_999)
  expect(states.at(-1)?.status).toBe('connecting')
  clock.advance(1)
  expect(states.at(-1)?.status).toBe('error')
  expect(states.at(-1)?.error?.message).toBe('WebSocket connection error')
  clock.advance(3_000)
  await expect.poll(() => socketsMade).toBe(2)
  connection.disconnect()
  for (const line of lines) line.destroy()
  silent.close()
})

test('a batch that arrives late and in pieces arrives complete', async () => {
  connect().start()
  clock.advance(100)
  await isNow('connected')
  const bytes = coins(77)
  const socket = accepted[0]?.socket
  socket?.send(bytes.slice(0, 3), { fin: false })
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  expect(batches).toEqual([])
  socket?.send(bytes.slice(3), { fin: true })
  await expect.poll(() => batches).toHaveLength(1)
  expect(batches[0]?.[0]?.payload).toEqual({ case: 'eggCoinsUpdated', value: 77n })
})

test('a timestamp beyond the safe integer range is an error, and costs only its message', async () => {
  connect().start()
  clock.advance(100)
  await isNow('connected')
  const tooLate = createEvent({ timestampMs: 1, eventId: 'e', payload: { case: 'eggCoinsUpdated', value: 1n } })
  tooLate.timestamp = 2n ** 60n
  accepted[0]?.socket.send(encodeBatch([tooLate]))
  accepted[0]?.socket.send(coins(6))
  await expect.poll(() => batches).toHaveLength(1)
  expect(errors).toHaveLength(1)
  expect(states.at(-1)?.status).toBe('connected')
})

test('only receives: nothing is sent', async () => {
  const received: unknown[] = []
  server.on('connection', (socket) => socket.on('message', (data) => received.push(data)))
  const connection = connect()
  const stop = connection.start()
  clock.advance(100)
  await isNow('connected')
  accepted[0]?.socket.send(coins(5))
  await expect.poll(() => batches).toHaveLength(1)
  stop()
  await once(accepted[0]?.socket ?? server, 'close')
  expect(received).toEqual([])
})

test('survives any received bytes', async () => {
  connect().start()
  clock.advance(100)
  await isNow('connected')
  const hostile = [new Uint8Array(0), new Uint8Array(5_000).fill(255), new Uint8Array([10, 255, 255, 255, 15]), '{}']
  for (const bytes of hostile) accepted[0]?.socket.send(bytes)
  accepted[0]?.socket.send(coins(8))
  await expect.poll(() => batches.at(-1)?.[0]?.payload).toEqual({ case: 'eggCoinsUpdated', value: 8n })
  expect(states.at(-1)?.status).toBe('connected')
})

describe('a dead connection', () => {
  const opened = async () => {
    const connection = connect()
    connection.start()
    clock.advance(100)
    await isNow('connected')
    return connection
  }

  test('is left after 35 s of silence and tried again, and heartbeats keep it open', async () => {
    await opened()
    clock.advance(30_000)
    accepted[0]?.socket.send(encodeHeartbeat(1_700_000_000_000))
    await expect.poll(() => serverTimes).toEqual([1_700_000_000_000])
    clock.advance(34_000)
    expect(states.at(-1)?.status).toBe('connected')
    clock.advance(1_000)
    expect(states.at(-1)).toMatchObject({ status: 'error', attempt: 1 })
    expect(silences).toBe(1)
    clock.advance(3_000)
    await isNow('connected')
    expect(reconnects).toBe(1)
  })

  test('is left within seconds of an unanswered probe', async () => {
    const connection = await opened()
    const probe = once(accepted[0]?.socket ?? server, 'message') as Promise<[Uint8Array]>
    connection.wake()
    expect(decodeClientMessage((await probe)[0])).toMatchObject({ probe: true, calls: [] })
    clock.advance(4_000)
    expect(states.at(-1)?.status).toBe('connected')
    clock.advance(1_000)
    expect(states.at(-1)?.status).toBe('error')
  })

  test('is left no later when it is probed repeatedly', async () => {
    const connection = await opened()
    connection.wake()
    clock.advance(4_000)
    connection.wake()
    clock.advance(1_000)
    expect(states.at(-1)?.status).toBe('error')
  })

  test('is noticed right after the device has slept', async () => {
    await opened()
    clock.sleep(600_000)
    clock.advance(1_000)
    expect(states.at(-1)?.status).toBe('error')
  })

  test('is probed when a command gets no response', async () => {
    const { sent } = await sendCommand(connect())
    sent?.catch(() => undefined)
    const probe = once(accepted[0]?.socket ?? server, 'message') as Promise<[Uint8Array]>
    clock.advance(10_000)
    expect(decodeClientMessage((await probe)[0]).probe).toBe(true)
  })
})

test('aborts the request for a server when its attempt is given up', async () => {
  const asked: AbortSignal[] = []
  const connection = connect(undefined, (signal) => {
    asked.push(signal)
    return new Promise(() => undefined)
  })
  connection.connect()
  clock.advance(10_000)
  clock.advance(3_000)
  connection.disconnect()
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, true])
})
