import { setTimeout as pause } from 'node:timers/promises'

const RETRY_DELAY_MS = 1_000
/** An hour: a database that is away for longer is a matter for whoever runs the server. */
const RETRIES_MAX = 3_600

/** Does work that fails while the database is away, again and again until it is done; never rejects. */
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
