import { expect, test } from 'vitest'
import { noteResponse, ServerClock, serverNowMs } from './server-clock.ts'

const SERVER_MS = Date.UTC(2_026, 10, 21, 13)
const TEN_MINUTES_MS = 600_000

test.each([
  ['behind', -TEN_MINUTES_MS],
  ['ahead', TEN_MINUTES_MS],
])('a device that is ten minutes %s follows the server', (_, offMs) => {
  let deviceMs = SERVER_MS + offMs
  const clock = new ServerClock(() => deviceMs)
  clock.note(SERVER_MS, 1_000)
  expect(Math.abs(clock.nowMs() - SERVER_MS)).toBeLessThanOrEqual(1_000)
  deviceMs += 5_000
  expect(Math.abs(clock.nowMs() - SERVER_MS - 5_000)).toBeLessThanOrEqual(1_000)
})

test('a reading that agrees with the device changes nothing', () => {
  const clock = new ServerClock(() => SERVER_MS + 400)
  let corrections = 0
  clock.onCorrection(() => (corrections += 1))
  clock.note(SERVER_MS, 1_000)
  expect(clock.nowMs()).toBe(SERVER_MS + 400)
  expect(corrections).toBe(0)
  clock.note(SERVER_MS + TEN_MINUTES_MS, 1_000)
  expect(corrections).toBe(1)
})

test('the next reading follows a corrected device clock', () => {
  let deviceMs = SERVER_MS - TEN_MINUTES_MS
  const clock = new ServerClock(() => deviceMs)
  clock.note(SERVER_MS, 1_000)
  deviceMs = SERVER_MS
  clock.note(SERVER_MS, 1_000)
  expect(Math.abs(clock.nowMs() - SERVER_MS)).toBeLessThanOrEqual(1_000)
})

test('a cached response says nothing about the time', () => {
  const date = new Date(Date.now() - TEN_MINUTES_MS).toUTCString()
  noteResponse(new Headers({ date, 'cache-control': 'public, max-age=300' }), 0)
  expect(Math.abs(serverNowMs() - Date.now())).toBeLessThan(1_000)
  noteResponse(new Headers({ date, 'cache-control': 'no-store' }), 0)
  expect(Math.abs(serverNowMs() - Date.now() + TEN_MINUTES_MS)).toBeLessThan(2_000)
})

test('a response that arrived a while ago is dated to its arrival', () => {
  const date = new Date(Date.now() - TEN_MINUTES_MS).toUTCString()
  noteResponse(new Headers({ date, 'cache-control': 'no-store' }), 0, TEN_MINUTES_MS)
  expect(Math.abs(serverNowMs() - Date.now())).toBeLessThan(2_000)
})
