import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadChunk, retryChunksNow } from './load-chunk.ts'

const DELAY_MAX_MS = 10_000

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  // The page names no build, so nothing asks the server for a newer one.
  vi.stubGlobal('document', { querySelector: () => null })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Fails this often, then loads. */
function failing(times: number) {
  const attemptsAtMs: number[] = []
  const startMs = Date.now()
  const loaded = loadChunk(async () => {
    attemptsAtMs.push(Date.now() - startMs)
    if (attemptsAtMs.length <= times) throw new Error(`failure ${attemptsAtMs.length}`)
    return 'part'
  })
  return { loaded, attemptsAtMs }
}

test('a failed load is retried after growing delays', async () => {
  const { loaded, attemptsAtMs } = failing(4)
  await vi.runAllTimersAsync()
  await expect(loaded).resolves.toBe('part')
  expect(attemptsAtMs).toEqual([0, 500, 1_500, 3_500, 7_500])
})

test('a load is retried forever, and never later than the maximum delay', async () => {
  const { loaded, attemptsAtMs } = failing(50)
  await vi.runAllTimersAsync()
  await expect(loaded).resolves.toBe('part')
  expect(attemptsAtMs).toHaveLength(51)
  const delaysMs = attemptsAtMs.slice(1).map((atMs, index) => atMs - (attemptsAtMs[index] ?? 0))
  expect(Math.max(...delaysMs)).toBe(DELAY_MAX_MS)
})

test('a load that succeeds at once is not repeated', async () => {
  const { loaded, attemptsAtMs } = failing(0)
  await expect(loaded).resolves.toBe('part')
  expect(attemptsAtMs).toEqual([0])
})

test('a retry on request does not wait', async () => {
  const { loaded, attemptsAtMs } = failing(1)
  await vi.advanceTimersByTimeAsync(0)
  retryChunksNow()
  await expect(loaded).resolves.toBe('part')
  expect(attemptsAtMs).toEqual([0, 0])
})
