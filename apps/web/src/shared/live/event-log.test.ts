import type { LiveEvent } from '@clutch/contract/live'
import { expect, test } from 'vitest'
import { FakeClock } from '../testing/fake-clock.ts'
import { EventLog } from './event-log.ts'
import { LiveError } from './live-error.ts'

const event = (timestampMs: number): LiveEvent => ({
  timestampMs,
  eventId: String(timestampMs),
  type: 'eggCoinsUpdated',
  payload: { case: 'eggCoinsUpdated', value: BigInt(timestampMs) },
})

function createLog() {
  const clock = new FakeClock()
  const errors: LiveError[] = []
  return { clock, errors, log: new EventLog(clock, (error) => errors.push(error)) }
}

test('keeps 1000 events, newest first', () => {
  const { log } = createLog()
  for (let batch = 0; batch < 30; batch += 1) {
    log.receive(Array.from({ length: 50 }, (_, index) => event(batch * 50 + index)))
  }
  expect(log.events).toHaveLength(1_000)
  expect(log.events[0]?.timestampMs).toBe(1_499)
  expect(log.events.at(-1)?.timestampMs).toBe(500)
})

test('waits for the next event of a type', async () => {
  const { log } = createLog()
  const waited = log.waitFor('eggCoinsUpdated')
  log.receive([event(7), event(8)])
  expect((await waited).timestampMs).toBe(7)
})

test('gives up waiting after 30 s', async () => {
  const { log, clock } = createLog()
  const waited = log.waitFor('lotChanged')
  clock.advance(29_999)
  log.receive([event(1)])
  clock.advance(1)
  await expect(waited).rejects.toThrow('Timeout waiting for event: lotChanged')
})

test('a handler that throws is counted and does not stop the others', () => {
  const { log, errors } = createLog()
  const heard: number[] = []
  log.subscribe('eggCoinsUpdated', () => {
    throw new Error('broken')
  })
  const unsubscribe = log.subscribe('eggCoinsUpdated', ({ timestampMs }) => heard.push(timestampMs))
  log.receive([event(1)])
  unsubscribe()
  log.receive([event(2)])
  expect(heard).toEqual([1])
  expect(errors.map(({ message }) => message)).toEqual(Array(2).fill('Handler error for eggCoinsUpdated'))
})

test('waits for the given time', async () => {
  const { log, clock } = createLog()
  const waited = log.waitFor('notificationAdded', 500)
  clock.advance(500)
  await expect(waited).rejects.toThrow('Timeout waiting for event: notificationAdded')
  expect(clock.waitingMs).toEqual([])
})

test.each([
  ['no_token', 'No authentication token available'],
  ['socket', 'WebSocket connection error'],
  ['send', 'Send error'],
  ['handler', 'Handler error for lotChanged'],
  ['wait_timeout', 'Timeout waiting for event: lotChanged'],
] as const)('the error %s reads "%s"', (code, text) => {
  expect(new LiveError(code, 'lotChanged').message).toBe(text)
})
