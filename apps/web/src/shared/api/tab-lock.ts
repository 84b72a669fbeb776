import type { Clock } from '../timing/clock.ts'

/** Runs work while no other tab runs work under the same name. */
export type LockRunner = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

/**
 * How long a tab waits for another tab's work: longer than the work may take, so that the lock is stolen only from a
 * tab that hangs. Otherwise one hung tab would block all others while it is open.
 */
export const LOCK_WAIT_MS = 12_000

/** A lock shared by a browser's tabs. Work whose lock is stolen still runs to its end. */
export function createTabLock(locks: Pick<LockManager, 'request'>, clock: Clock): LockRunner {
  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const patience = new AbortController()
    const timer = clock.schedule(() => patience.abort(), LOCK_WAIT_MS)
    const begun = Promise.withResolvers<Result>()
    let isBegun = false
    const begin = async (): Promise<void> => {
      timer.cancel()
      isBegun = true
      await work().then(begun.resolve, begun.reject)
    }
    const give = (error: unknown): void => {
      // Once the work has begun, only its own outcome counts.
      if (!isBegun) begun.reject(error)
    }
    locks.request(name, { signal: patience.signal }, begin).catch((error: unknown) => {
      if (isBegun || !patience.signal.aborted) give(error)
      else locks.request(name, { steal: true }, begin).catch(give)
    })
    return begun.promise
  }
}
