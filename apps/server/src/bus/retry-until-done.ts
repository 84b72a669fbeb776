import { setTimeout as pause } from 'node:timers/promises'

const RETRY_DELAY_MS = 1_000
/** Retries for an hour; a longer outage of the database needs an operator. */
const RETRIES_MAX = 3_600

/** Retries work that fails while the database is unavailable; never rejects. */
export async function retryUntilDone(work: () => Promise<void>, onError: (error: unknown) => void): Promise<void> {
  for (let retries = 0; retries <= RETRIES_MAX; retries += 1) {
    try {
      await work()
      return
    } catch (error) {
      onError(error)
      await pause(RETRY_DELAY_MS, undefined, { ref: false })
    }
  }
}
