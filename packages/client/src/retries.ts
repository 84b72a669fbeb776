import { ClutchError } from './errors.ts'

/** Attempts of one request, and the longest pause between two. */
const ATTEMPTS_MAX = 5
const FIRST_PAUSE_MS = 250
const PAUSE_MAX_MS = 30_000
/** Of one attempt; longer than the 25 s for which the event log keeps a call open. */
export const TIMEOUT_MS = 40_000

const BULK_PATH = '/api/server/v1/transactions'

/**
 * `fetch` with retries. A request that was rejected for its rate is repeated after `Retry-After`. A request without a
 * usable response may or may not have happened, so it is repeated only if that changes nothing: GET, PUT (its address
 * names what it makes), a list of transactions (each has its id), and commands with an `Idempotency-Key`.
 *
 * @returns the last response, also after failed retries
 * @throws what `fetch` throws, if the last attempt has no response
 */
export async function fetchWithRetries(request: Request, timeoutMs: number): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === ATTEMPTS_MAX
    try {
      const response = await fetchOnce(request, timeoutMs)
      const pauseMs = pauseAfter(request, response, attempt)
      if (isLast || pauseMs === undefined) return response
      await pause(pauseMs, request.signal)
    } catch (error) {
      if (isLast || request.signal.aborted || !isRepeatable(request)) throw error
      await pause(pauseBefore(attempt + 1), request.signal)
    }
  }
}

/** One attempt, with a deadline: a connection that a router has forgotten never reports an error. */
async function fetchOnce(request: Request, timeoutMs: number): Promise<Response> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(new Error('The server did not respond in time')), timeoutMs)
  try {
    const signal = AbortSignal.any([request.signal, deadline.signal])
    const response = await fetch(request.clone(), { signal })
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    // Read here, so that a connection that breaks within the body is retried as well.
    return isJson && response.body !== null ? new Response(await response.arrayBuffer(), response) : response
  } finally {
    clearTimeout(timer)
  }
}

/** @returns the pause before the next attempt in milliseconds; undefined if the response is final */
function pauseAfter(request: Request, response: Response, attempt: number): number | undefined {
  const isRejected = response.status === 429
  if (!isRejected && !(response.status >= 500 && isRepeatable(request))) return undefined
  const wantedMs = Number(response.headers.get('retry-after')) * 1_000
  // Daily ceilings reset after hours: the caller decides what to do meanwhile.
  if (wantedMs > PAUSE_MAX_MS) return undefined
  return wantedMs > 0 ? wantedMs : pauseBefore(attempt + 1)
}

function isRepeatable({ method, url, headers }: Request): boolean {
  if (method === 'GET' || method === 'PUT') return true
  return headers.has('idempotency-key') || (method === 'POST' && new URL(url).pathname === BULK_PATH)
}

export interface RetryOptions {
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined
  /** Called with the error of each failed attempt, for the log; reading continues. */
  readonly onRetry?: ((error: unknown) => void) | undefined
}

/**
 * Repeats an action until it succeeds: a reader outlives any outage.
 *
 * @returns undefined once the signal aborts
 * @throws ClutchError that repeating would not change, such as a wrong key
 */
export async function retryUntilAborted<Value>(
  { signal, onRetry }: RetryOptions,
  act: () => Promise<Value>,
): Promise<Value | undefined> {
  for (let attempt = 2; !isAborted(signal); attempt += 1) {
    try {
      return await act()
    } catch (error) {
      if (error instanceof ClutchError && error.status < 500 && error.status !== 429) throw error
      if (!isAborted(signal)) onRetry?.(error)
      await pause(pauseBefore(attempt), signal)
    }
  }
  return undefined
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}

/** The pause before an attempt: it doubles each time. @param attempt 2 for the first retry */
function pauseBefore(attempt: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 2), PAUSE_MAX_MS)
}

/** Waits, or returns early once the signal aborts. */
function pause(pauseMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, pauseMs)
    signal?.addEventListener('abort', end)
    if (signal?.aborted === true) end()
  })
}
