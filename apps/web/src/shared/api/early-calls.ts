/** What was asked for before the app was there to ask. */
const underWay = new Map<string, Promise<EarlyAnswer>>()

interface EarlyAnswer {
  readonly response: Response
  /** When the call was made and when its answer came, by `performance.now()`. */
  readonly askedMs: number
  readonly arrivedMs: number
}

/** As long as any read may take (rules §17). Named here because the client is not loaded yet. */
const EARLY_LIMIT_MS = 15_000

interface EarlyCall {
  /** Method and path under `/api`. */
  readonly name: string
  /** Of calls that have one. */
  readonly body?: object
  readonly token: string | null
}

/**
 * Sends a call while the code that wants its answer is still on its way: on a slow line both take as long as one. It is
 * to be the very call that the app makes; another one is sent in vain.
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
  // Whoever takes it hears of a failure; when nobody does, nobody needs to.
  answer.catch(() => undefined)
  underWay.set(keyOf(address, request), answer)
}

/** The answer to a call that is under way already, for one taker. */
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
