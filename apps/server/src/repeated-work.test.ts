import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RepeatedWork } from './repeated-work.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('never runs twice at the same time, also after a failure, and stops after the run in progress', async () => {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = []
  const failures: unknown[] = []
  const work = new RepeatedWork({
    everyMs: 10,
    run: () => new Promise<void>((resolve, reject) => void ends.push({ resolve, reject })),
    onFailure: (error) => failures.push(error),
  })
  work.start()
  await vi.advanceTimersByTimeAsync(35)
  const joined = work.runNow()
  expect(ends).toHaveLength(1)
  const failure = new Error('The store is unavailable')
  ends[0]?.reject(failure)
  await joined
  expect(failures).toEqual([failure])
  await vi.advanceTimersByTimeAsync(10)
  expect(ends).toHaveLength(2)
  let hasStopped = false
  const stopping = work.stop().then(() => (hasStopped = true))
  await vi.advanceTimersByTimeAsync(50)
  expect([ends.length, hasStopped]).toEqual([2, false])
  ends[1]?.resolve()
  await stopping
})
