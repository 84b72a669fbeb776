import type { Clock } from '../timing/clock.ts'

/** Runs work while no other tab runs work under the same name. */
export type LockRunner = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

/**
 * How long a tab waits for another one's work. It is longer than the work may take, so the lock is taken by force only
 * from a tab that hangs: without this, one hung tab would hold up all others for as long as it is open.
 */
export const LOCK_WAIT_MS = 12_000

/** A lock that the tabs of a browser share. Work whose lock is taken by force goes on to its end. */
export function createTabLock(locks: Pick<LockManager, 'request'>, clock: Clock): LockRunner {
  return async (name, work) => {
    let underWay: ReturnType<typeof work> | undefined
    const begin = () => (underWay = work())
    const patience = new AbortController()
    const timer = clock.schedule(() => patience.abort(), LOCK_WAIT_MS)
    try {
      return await locks.request(name, { signal: patience.signal }, () => {
        timer.cancel()
        return begin()
      })
    } catch (error) {
      if (underWay !== undefined) return await underWay
      if (!patience.signal.aborted) throw error
    }
    try {
      return await locks.request(name, { steal: true }, begin)
    } catch (error) {
      if (underWay !== undefined) return await underWay
      throw error
    }
  }
}
