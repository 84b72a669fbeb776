import { expect, test } from 'vitest'
import { RETRY_DELAY_MAX_MS, retryUntilLoaded } from './retry-until-loaded.ts'

/** Fails this often, then loads. */
function failing(times: number) {
  let calls = 0
  const waitedMs: number[] = []
  const failures: unknown[] = []
  const loaded = retryUntilLoaded(
    async () => {
      calls += 1
      if (calls <= times) throw new Error(`failure ${calls}`)
      return 'part'
    },
    {
      wait: async (delayMs) => void waitedMs.push(delayMs),
      onFailure: (cause) => void failures.push(cause),
    },
  )
  return { loaded, waitedMs, failures }
}

test('retries a failed load after growing delays', async () => {
  const { loaded, waitedMs, failures } = failing(4)
  await expect(loaded).resolves.toBe('part')
  expect(waitedMs).toEqual([500, 1_000, 2_000, 4_000])
  expect(failures).toHaveLength(4)
})

test('never gives up, and never waits longer than the maximum', async () => {
  const { loaded, waitedMs } = failing(50)
  await expect(loaded).resolves.toBe('part')
  expect(waitedMs).toHaveLength(50)
  expect(Math.max(...waitedMs)).toBe(RETRY_DELAY_MAX_MS)
})

test('does not wait if the first load succeeds', async () => {
  const { loaded, waitedMs } = failing(0)
  await expect(loaded).resolves.toBe('part')
  expect(waitedMs).toEqual([])
})
