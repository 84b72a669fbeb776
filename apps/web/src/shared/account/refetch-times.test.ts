import { expect, test } from 'vitest'
import { FakeClock } from '../testing/fake-clock.ts'
import { createDebounce } from '../timing/debounce.ts'
import { REFETCH_TIMES } from './refetch-times.ts'

/** Refetches of own lots on a fake clock. @returns how often, given the milliseconds between fills */
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

test('fills in quick succession cause one refetch, after the last of them', () => {
  // The server sends a batch every 40 ms.
  expect(readsAfter(5, 40)).toBe(0)
  expect(readsAfter(5, 40) + readsAfter(1, 1_000)).toBe(1)
})

test('a market that never pauses still causes a refetch about every second', () => {
  expect(readsAfter(100, 40)).toBeGreaterThanOrEqual(3)
  expect(readsAfter(100, 40)).toBeLessThanOrEqual(5)
})
