import { SECOND_MS } from '@clutch/contract/formats'
import { ApiError } from './api-error.ts'

/** Retries of a command that hits the server's rate limit. */
const LIMITED_RETRIES_MAX = 5

/** An entry whose command the server rejected. */
export interface RejectedEntry<Entry> {
  readonly entry: Entry
  readonly error: ApiError
}

export interface EachOutcome<Entry> {
  readonly done: readonly Entry[]
  readonly rejected: readonly RejectedEntry<Entry>[]
}

/**
 * Sends one command per entry, in sequence. Waits out rate limits, and continues after a rejection: others may fill
 * lots of the list meanwhile.
 * @param onProgress called with the number of entries handled so far
 * @throws the first failure that is not a rejection, such as a lost response or an ended session
 */
export async function runEach<Entry>(
  entries: readonly Entry[],
  send: (entry: Entry) => Promise<unknown>,
  onProgress: (handled: number) => void = () => undefined,
): Promise<EachOutcome<Entry>> {
  const done: Entry[] = []
  const rejected: RejectedEntry<Entry>[] = []
  for (const entry of entries) {
    try {
      await retryWhenLimited(() => send(entry))
      done.push(entry)
    } catch (error) {
      if (!isRejection(error)) throw error
      rejected.push({ entry, error })
    }
    onProgress(done.length + rejected.length)
  }
  return { done, rejected }
}

/** Whether the server rejected this command in particular, rather than every command. */
function isRejection(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 403, 429].includes(error.status)
  )
}

/** Retries after the delay that the server names, as long as only the rate limit is exceeded. */
export async function retryWhenLimited<Response>(call: () => Promise<Response>, attempt = 1): Promise<Response> {
  try {
    return await call()
  } catch (error) {
    const waitSec = error instanceof ApiError ? Number(error.params['retry_after_s']) : Number.NaN
    if (Number.isNaN(waitSec) || attempt === LIMITED_RETRIES_MAX) throw error
    await new Promise((resolve) => setTimeout(resolve, waitSec * SECOND_MS))
    return retryWhenLimited(call, attempt + 1)
  }
}
