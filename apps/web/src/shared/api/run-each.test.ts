import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { runEach } from './run-each.ts'

const gone = new ApiError('lot_not_found', 'Lot not found', {}, 404)
const limited = new ApiError('too_many_requests', 'Too many requests', { retry_after_s: 2 }, 429)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a rejected command does not stop those behind it', async () => {
  const progress: number[] = []
  const send = (lot: number) => (lot === 2 ? Promise.reject(gone) : Promise.resolve())
  const outcome = await runEach([1, 2, 3], send, (handled) => progress.push(handled))
  expect(outcome).toEqual({ done: [1, 3], rejected: [{ entry: 2, error: gone }] })
  expect(progress).toEqual([1, 2, 3])
})

test('a lost response stops the rest, which would be lost too', async () => {
  const lost = new ApiError('network', 'No answer from the server')
  const sent: number[] = []
  const send = (lot: number) => {
    sent.push(lot)
    return lot === 2 ? Promise.reject(lost) : Promise.resolve()
  }
  await expect(runEach([1, 2, 3], send)).rejects.toBe(lost)
  expect(sent).toEqual([1, 2])
})

test('a rate limit is waited out, five times at most', async () => {
  let refusals = 3
  const outcome = runEach([1], () => ((refusals -= 1) >= 0 ? Promise.reject(limited) : Promise.resolve()))
  await vi.advanceTimersByTimeAsync(5_999)
  expect(refusals).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  await expect(outcome).resolves.toMatchObject({ done: [1] })
  const forever = runEach([1], () => Promise.reject(limited))
  const failure = forever.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await failure).toBe(limited)
})
