import { expect, test } from 'vitest'
import { FakeClock } from '../testing/fake-clock.ts'
import { createDebounce } from '../timing/debounce.ts'
import { REFETCH_TIMES } from './refetch-times.ts'

/** Own lots, read again by a clock of its own. @returns how often, after a fill each so many milliseconds */
function readsAfter(fills: number, everyMs: number): number {
  const clock = new FakeClock()
  let reads = 0
  const refetch = createDebounce(() => (reads += 1), REFETCH_TIMES, clock)
  for (let fill = 0; fill < fills; fill += 1) {
    refetch.request()
    clock.advance(everyMs)
  }
  return reads
}

test('fills that come together are answered by one read, after the last of them', () => {
  // The server sends a frame each 40 ms.
  expect(readsAfter(5, 40)).toBe(0)
  expect(readsAfter(5, 40) + readsAfter(1, 1_000)).toBe(1)
})

test('in a market without end they are read again each second or so all the same', () => {
  expect(readsAfter(100, 40)).toBeGreaterThanOrEqual(3)
  expect(readsAfter(100, 40)).toBeLessThanOrEqual(5)
})
