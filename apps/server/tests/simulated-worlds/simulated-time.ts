import { vi } from 'vitest'

const FAKED = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'] as const
const BEGIN_MS = Date.UTC(2026, 0, 1)
/** Limit of simulated time for any work in a world. */
const LIFE_MAX_MS = 24 * 3_600_000
/** After this many turns without a pending timer the work will never finish. */
const IDLE_TURNS_MAX = 1_000

/**
 * Runs work in simulated time: each timer fires as soon as nothing else is left to do.
 * @throws when the work does not finish
 */
export async function runInSimulatedTime<Value>(work: () => Promise<Value>): Promise<Value> {
  const realImmediate = setImmediate
  vi.useFakeTimers({ toFake: [...FAKED, 'Date', 'performance'], now: BEGIN_MS })
  try {
    const state = { isOver: false }
    const done = Promise.allSettled([work()]).finally(() => (state.isOver = true))
    const startedAtMs = performance.now()
    let idleTurns = 0
    while (!state.isOver) {
      await new Promise((resolve) => realImmediate(resolve))
      idleTurns = vi.getTimerCount() > 0 ? 0 : idleTurns + 1
      if (idleTurns === 0) vi.advanceTimersToNextTimer()
      if (idleTurns > IDLE_TURNS_MAX) throw new Error('Nothing is left to wait for, and the work is not finished')
      if (performance.now() - startedAtMs > LIFE_MAX_MS) throw new Error('The work did not finish')
    }
    const [outcome] = await done
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  } finally {
    vi.useRealTimers()
  }
}
