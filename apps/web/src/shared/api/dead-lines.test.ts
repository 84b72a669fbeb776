import { expect, test } from 'vitest'
import { FakeClock } from '../testing/fake-clock.ts'
import { createLineCheck } from './dead-lines.ts'

test('all idle connections are probed at once, and dead ones are closed after 4 s', async () => {
  const clock = new FakeClock()
  const lines: AbortSignal[] = []
  const check = createLineCheck((_path, { signal }) => {
    if (signal != null) lines.push(signal)
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
    })
  }, clock)
  check()
  check()
  expect(lines).toHaveLength(6)
  clock.advance(4_000)
  expect(lines.every(({ aborted }) => aborted)).toBe(true)
  await expect.poll(() => (check(), lines.length)).toBe(12)
})
