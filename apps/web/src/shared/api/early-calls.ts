/** Calls sent before the app's code has loaded. */
const underWay = new Map<string, Promise<EarlyAnswer>>()

interface EarlyAnswer {
  readonly response: Response
  /** When the call was sent and when its response arrived, by `performance.now()`. */
  readonly askedMs: number
  readonly arrivedMs: number
}

/** The time limit of any read (rules §17). Repeated here because the client has not loaded yet. */
const EARLY_LIMIT_MS = 15_000

interface EarlyCall {
  /** Method and path under `/api`. */
  readonly name: string
  /** For calls that have one. */
  readonly body?: object
  readonly token: string | null
}

/**
 * Sends a call while the code that needs its response is still loading; on a slow connection both then take as long as
 * one. Must match the app's own request exactly, or the response is never used.
 */
export function callEarly({ name, body, token }: EarlyCall): void {
  const [method = 'POST', path = ''] = name.split(' ')
  const headers = new Headers({ 'content-type': 'application/json' })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  const request: RequestInit = { method, headers, credentials: 'same-origin' }
  if (body !== undefined) request.body = JSON.stringify(body)
  const address = `/api${path}`
  const line = new AbortController()
  setTimeout(() => line.abort(), EARLY_LIMIT_MS)
  const askedMs = performance.now()
  const answer = fetch(address, { ...request, signal: line.signal }).then((response) => ({
    response,
    askedMs,
    arrivedMs: performance.now(),
  }))
  // A caller that claims it handles the failure; an unclaimed one needs no handling.
  answer.catch(() => undefined)
  underWay.set(keyOf(address, request), answer)
}

/** Hands the response of a matching early call to its first caller. */
export function claimEarlyResponse(address: string, request: RequestInit): Promise<EarlyAnswer> | undefined {
  if (underWay.size === 0) return undefined
  const key = keyOf(address, request)
  const answer = underWay.get(key)
  underWay.delete(key)
  return answer
}

function keyOf(address: string, { method, body, headers }: RequestInit): string {
  return JSON.stringify([method, address, body, new Headers(headers).get('authorization')])
}
