/** What was asked for before the app was there to ask. */
const underWay = new Map<string, Promise<Response>>()

interface EarlyCall {
  readonly path: string
  readonly body: string
  readonly token: string | null
}

/**
 * Sends a call while the code that wants its answer is still on its way: on a slow line both take as long as one. It is
 * to be the very call that the app makes; another one is sent in vain.
 */
export function callEarly({ path, body, token }: EarlyCall): void {
  const headers = new Headers({ 'content-type': 'application/json' })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  const request: RequestInit = { method: 'POST', headers, body, credentials: 'same-origin' }
  const answer = fetch(path, request)
  // Whoever takes it hears of a failure; when nobody does, nobody needs to.
  answer.catch(() => undefined)
  underWay.set(keyOf(path, request), answer)
}

/** The answer to a call that is under way already, for one taker. */
export function takeEarlyAnswer(path: string, request: RequestInit): Promise<Response> | undefined {
  if (underWay.size === 0) return undefined
  const key = keyOf(path, request)
  const answer = underWay.get(key)
  underWay.delete(key)
  return answer
}

function keyOf(path: string, { body, headers }: RequestInit): string {
  return JSON.stringify([path, body, new Headers(headers).get('authorization')])
}
