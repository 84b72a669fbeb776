import { beforeEach, describe, expect, test } from 'vitest'
import { FakeClock } from '../testing/fake-clock.ts'
import { LiveError } from './live-error.ts'
import { ReconnectManager, reconnectDelayMs, type AttemptCallbacks, type LiveState } from './reconnect-manager.ts'

let clock: FakeClock
let token: string | null
let attempts: (AttemptCallbacks & { isClosed: boolean; probes: number })[]
let states: LiveState[]
let reconnects: number
let manager: ReconnectManager

beforeEach(() => {
  clock = new FakeClock()
  token = 'token'
  attempts = []
  states = []
  reconnects = 0
  manager = new ReconnectManager({
    clock,
    hasToken: () => token !== null,
    open: (callbacks) => {
      const attempt = { ...callbacks, isClosed: false, probes: 0 }
      attempts.push(attempt)
      return {
        send: () => true,
        probe: () => {
          attempt.probes += 1
        },
        close: () => {
          attempt.isClosed = true
        },
      }
    },
    onState: (state) => states.push(state),
    onReconnected: () => {
      reconnects += 1
    },
  })
})

const status = () => states.at(-1)?.status
const fail = () => attempts.at(-1)?.onEnd(new LiveError('socket'))

describe('delays', () => {
  test('start at 3 s, grow by half and end at 30 s', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map(reconnectDelayMs)
    expect(delays).toEqual([3_000, 4_500, 6_750, 10_125, 15_187.5, 22_781.25, 30_000, 30_000])
  })

  test('are waited out between attempts, without limit', () => {
    manager.connect()
    for (let attempt = 1; attempt <= 40; attempt += 1) {
      fail()
      expect(states.at(-1)?.attempt).toBe(attempt)
      expect(clock.waitingMs).toContain(reconnectDelayMs(attempt))
      clock.advance(reconnectDelayMs(attempt))
    }
    expect(attempts).toHaveLength(41)
  })
})

test('goes through connecting to connected', () => {
  manager.connect()
  expect(status()).toBe('connecting')
  attempts[0]?.onOpen()
  expect(states.at(-1)).toEqual({ status: 'connected', attempt: 0, error: null })
  expect(reconnects).toBe(0)
})

test('shows an error long enough to be read before it reconnects, and clears both once connected', () => {
  manager.connect()
  fail()
  clock.advance(1_000)
  expect(states.map((state) => state.status)).toEqual(['connecting', 'error'])
  expect(states.at(-1)?.error?.message).toBe('WebSocket connection error')
  clock.advance(1_000)
  expect(states.at(-1)).toMatchObject({ status: 'reconnecting', attempt: 1 })
  clock.advance(1_000)
  attempts[1]?.onOpen()
  expect(states.at(-1)).toEqual({ status: 'connected', attempt: 0, error: null })
})

test('asks for a reload only if it was connected before', () => {
  manager.connect()
  attempts[0]?.onOpen()
  attempts[0]?.onEnd(null)
  clock.advance(3_000)
  attempts[1]?.onOpen()
  expect(reconnects).toBe(1)
})

test('does not retry after a requested disconnect', () => {
  manager.connect()
  attempts[0]?.onOpen()
  manager.disconnect()
  expect(attempts[0]?.isClosed).toBe(true)
  attempts[0]?.onEnd(null)
  clock.advance(60_000)
  expect(attempts).toHaveLength(1)
  expect(states.at(-1)).toEqual({ status: 'disconnected', attempt: 0, error: null })
})

test('without a token it reports an error and tries nothing', () => {
  token = null
  manager.connect()
  expect(states.at(-1)?.error?.message).toBe('No authentication token available')
  expect(attempts).toHaveLength(0)
})

test('a changed token disconnects and reconnects after 1 s', () => {
  manager.connect()
  attempts[0]?.onOpen()
  manager.tokenChanged()
  expect(attempts[0]?.isClosed).toBe(true)
  expect(status()).toBe('disconnected')
  clock.advance(999)
  expect(attempts).toHaveLength(1)
  clock.advance(1)
  attempts[1]?.onOpen()
  expect(status()).toBe('connected')
  expect(reconnects).toBe(1)
})

test('a lost token disconnects for good', () => {
  manager.connect()
  attempts[0]?.onOpen()
  token = null
  manager.tokenChanged()
  clock.advance(60_000)
  expect(attempts).toHaveLength(1)
  expect(status()).toBe('disconnected')
})

test('connecting twice opens one connection', () => {
  manager.connect()
  manager.connect()
  expect(attempts).toHaveLength(1)
})

test('reloads after a failed first attempt, since data loaded meanwhile may be old', () => {
  manager.connect()
  fail()
  clock.advance(reconnectDelayMs(1))
  attempts.at(-1)?.onOpen()
  expect(status()).toBe('connected')
  expect(reconnects).toBe(1)
})

test('a disconnect resets attempts and the error, so that the next try starts over', () => {
  manager.connect()
  fail()
  clock.advance(reconnectDelayMs(1))
  fail()
  expect(states.at(-1)?.attempt).toBe(2)
  manager.disconnect()
  expect(states.at(-1)).toEqual({ status: 'disconnected', attempt: 0, error: null })
  expect(clock.waitingMs).toEqual([])
  manager.connect()
  expect(status()).toBe('connecting')
  fail()
  expect(clock.waitingMs.at(-1)).toBe(3_000)
})

test('a token lost while waiting to reconnect ends the waiting', () => {
  manager.connect()
  fail()
  token = null
  manager.tokenChanged()
  expect(clock.waitingMs).toEqual([])
  expect(status()).toBe('disconnected')
})

describe('the network or the page coming back', () => {
  test('probes an open connection', () => {
    manager.connect()
    attempts[0]?.onOpen()
    manager.wake()
    expect(attempts.map(({ probes }) => probes)).toEqual([1])
  })

  test('ends the wait for the next attempt', () => {
    manager.connect()
    fail()
    manager.wake()
    expect(attempts).toHaveLength(2)
    expect(clock.waitingMs).toEqual([])
  })

  test('does not connect after a requested disconnect', () => {
    manager.connect()
    manager.disconnect()
    manager.wake()
    expect(attempts).toHaveLength(1)
  })
})
