import type { CallBody, CallName, CallQuery, CallResponse } from '@clutch/contract'
import type { TokenStore } from '../auth/token-store.ts'
import { AS_OF_HEADER, CONTENT_HEADER } from './response-versions.ts'
import { ApiError, isOutcomeUnknown, NETWORK_ERROR, toApiError } from './api-error.ts'
import type { Clock } from '../timing/clock.ts'
import { isOperatorCommand, isSlowCall, type CommandName, type ReadName } from './call-names.ts'
import { createRefresher } from './refresh.ts'
import type { LockRunner } from './tab-lock.ts'

const BASE_PATH = '/api'
const UNAUTHORIZED = 401
/** Delays before a command without a response is sent again, with the same key. */
export const COMMAND_RETRY_DELAYS_MS = [400, 1_600] as const
/** Time limits of a whole call, after which its connection counts as dead (rules §17). A renewal blocks every tab. */
export const CALL_LIMITS_MS = { read: 15_000, command: 10_000, renewal: 10_000, slow: 120_000 } as const

export interface ApiClientOptions {
  readonly fetch: (path: string, request: RequestInit) => Promise<Response>
  readonly tokens: TokenStore
  readonly withLock: LockRunner
  readonly clock: Clock
  /** Called when a call timed out: its connection may be dead, and others too. */
  readonly onSilence?: () => void
  /** Called with the version (`x-as-of`) of each read's response. */
  readonly onAge?: (name: ReadName, asOf: string | null) => void
}

/** A transport for commands other than HTTP. */
export interface CommandTransport {
  /** @returns undefined if the transport is closed and nothing was sent. @throws ApiError as the client does. */
  readonly send: (name: string, body: unknown, idempotencyKey: string) => Promise<unknown> | undefined
}

export interface ReadOptions<Name extends ReadName = ReadName> {
  readonly signal?: AbortSignal
  /** For calls with query parameters. */
  readonly query?: CallQuery<Name>
}

export interface ApiClient {
  /** @throws ApiError with the server's code, or `network`; an abort throws as fetch does. */
  readonly read: <Name extends ReadName>(
    name: Name,
    body?: CallBody<Name>,
    options?: ReadOptions<Name>,
  ) => Promise<CallResponse<Name>>
  /** Sends a command under a new idempotency key; repeats it while there is no response. */
  readonly command: <Name extends CommandName>(
    name: Name,
    body: CallBody<Name>,
    idempotencyKey: string,
  ) => Promise<CallResponse<Name>>
  /** Sends commands over this transport while it is open. */
  readonly setCommandTransport: (transport: CommandTransport) => void
  /** Registers a listener for the content version of each read's response. */
  readonly setContentListener: (listener: (version: string) => void) => void
  /** Reads a file response. @throws ApiError as `read` does. */
  readonly download: (name: ReadName, query?: Readonly<Record<string, string>>, body?: object) => Promise<Blob>
  /**
   * Signs the game client in; its body is a form.
   * @param isConfirmed whether the player has confirmed, as required if the link was opened outside the game
   * @throws ApiError `sign_in_unconfirmed` if the player has to confirm first
   */
  readonly signInWithTicket: (ticket: string, username: string, isConfirmed: boolean) => Promise<string>
  /** Creates a framed app's session from the token that its sign-in window handed over. */
  readonly openFrameSession: (token: string) => Promise<string>
  /** Renews the access token now. */
  readonly refresh: () => Promise<string>
}

/** Builds the client. All browser APIs are injected, so that tests run it against a plain server. */
export function createApiClient({ fetch, tokens, withLock, clock, onSilence, onAge }: ApiClientOptions): ApiClient {
  const refresher = createRefresher({ tokens, withLock, requestToken })
  let transport: CommandTransport | undefined
  let contentListener: ((version: string) => void) | undefined

  return {
    read: (name, body, options) =>
      send(name, jsonRequest(body), {
        ...options,
        limitMs: isSlowCall(name) ? CALL_LIMITS_MS.slow : CALL_LIMITS_MS.read,
        onHeaders(headers) {
          onAge?.(name, headers.get(AS_OF_HEADER))
          const version = headers.get(CONTENT_HEADER)
          if (version !== null) contentListener?.(version)
        },
      }),
    async command(name, body, idempotencyKey) {
      const overHttp = () =>
        send<typeof name>(name, jsonRequest(body, idempotencyKey), { limitMs: CALL_LIMITS_MS.command })
      let first: typeof overHttp = () => {
        first = overHttp
        // A safe cast: the server validates its responses against the contract that these types come from.
        const way = isOperatorCommand(name) ? undefined : transport
        const sent = way?.send(name, body, idempotencyKey) as ReturnType<typeof overHttp> | undefined
        return sent ?? overHttp()
      }
      return repeated(() => first())
    },
    setCommandTransport(given) {
      transport = given
    },
    setContentListener(listener) {
      contentListener = listener
    },
    async download(name, query = {}, body) {
      const [method = 'GET', path = ''] = name.split(' ')
      const request: RequestInit = { ...(body && jsonRequest(body)), method }
      return authorised((token) =>
        answered(path + toSearch(query), request, token, CALL_LIMITS_MS.slow, (response) => response.blob()),
      )
    },
    async signInWithTicket(ticket, username, isConfirmed) {
      const form = new URLSearchParams({ ticket, username, ...(isConfirmed && { confirmed: 'true' }) })
      // The same ticket from the same browser signs in once, however often its response is lost.
      const answer = await repeated(() =>
        exchange<'POST /auth/client_steam_auth_callback'>(
          'POST /auth/client_steam_auth_callback',
          { body: form },
          null,
        ),
      )
      return answer.access_token
    },
    async openFrameSession(token) {
      const answer = await repeated(() =>
        exchange<'POST /auth/frame-session'>('POST /auth/frame-session', jsonRequest(undefined), token),
      )
      return answer.access_token
    },
    refresh: () => refresher.renew(tokens.get()),
  }

  function send<Name extends CallName>(
    name: Name,
    request: RequestInit,
    options: RequestOptions = {},
  ): Promise<CallResponse<Name>> {
    return authorised((token) => exchange<Name>(name, request, token, options), options.signal)
  }

  /** Makes an idempotent call, and repeats it while its response is lost. */
  async function repeated<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    for (const delayMs of COMMAND_RETRY_DELAYS_MS) {
      try {
        return await call()
      } catch (error) {
        if (!isOutcomeUnknown(error)) throw error
      }
      await wait(clock, delayMs)
    }
    return call()
  }

  /** Calls with the current token; a 401 renews the token once and replays (document 1 §4). */
  async function authorised<Answer>(
    call: (token: string | null) => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    await refresher.idle()
    signal?.throwIfAborted()
    const token = tokens.get()
    try {
      return await call(token)
    } catch (error) {
      if (token === null || !(error instanceof ApiError) || error.status !== UNAUTHORIZED) throw error
      return call(await refresher.renew(token))
    }
  }

  async function requestToken(): Promise<string> {
    const answer = await exchange<'POST /jwt_refresh'>('POST /jwt_refresh', jsonRequest(undefined), null, {
      limitMs: CALL_LIMITS_MS.renewal,
    })
    return answer.access_token
  }

  async function exchange<Name extends CallName>(
    name: Name,
    request: RequestInit,
    token: string | null,
    { signal, query, onHeaders, limitMs = CALL_LIMITS_MS.read }: RequestOptions = {},
  ): Promise<CallResponse<Name>> {
    const [method = 'POST', path = ''] = name.split(' ')
    const init: RequestInit = { ...request, method, signal: signal ?? null }
    if (method === 'GET') delete init.body
    // A safe cast: the server validates its responses against the contract that these types come from.
    return answered(path + toSearch(query), init, token, limitMs, (response) => {
      onHeaders?.(response.headers)
      return response.json() as Promise<CallResponse<Name>>
    })
  }

  /**
   * Reads a whole successful response.
   * @param limitMs time limit for the whole response
   * @throws ApiError for any other response and for a lost one; an abort by the caller throws as fetch does
   */
  async function answered<Answer>(
    path: string,
    request: RequestInit,
    token: string | null,
    limitMs: number,
    readBody: (response: Response) => Promise<Answer>,
  ): Promise<Answer> {
    const { signal } = request
    const headers = new Headers(request.headers)
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    const line = new AbortController()
    const abort = () => line.abort(signal?.reason)
    if (signal?.aborted === true) abort()
    signal?.addEventListener('abort', abort)
    const limit = clock.schedule(() => {
      line.abort()
      onSilence?.()
    }, limitMs)
    try {
      const response = await fetch(BASE_PATH + path, {
        ...request,
        headers,
        credentials: 'same-origin',
        signal: line.signal,
      })
      if (response.ok) return await readBody(response)
      throw toApiError(await response.json().catch(() => undefined), response.status)
    } catch (error) {
      if (error instanceof ApiError) throw error
      signal?.throwIfAborted()
      throw new ApiError(NETWORK_ERROR, 'No answer from the server')
    } finally {
      limit.cancel()
      signal?.removeEventListener('abort', abort)
    }
  }
}

interface RequestOptions {
  readonly limitMs?: number
  readonly signal?: AbortSignal | undefined
  readonly query?: object | undefined
  readonly onHeaders?: (headers: Headers) => void
}

function toSearch(query: object = {}): string {
  const entries = Object.entries(query).map(([name, value]) => [name, String(value)])
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}

function jsonRequest(body: unknown, idempotencyKey?: string): RequestInit {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  return { headers, body: JSON.stringify(body ?? {}) }
}

function wait(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.schedule(resolve, delayMs)
  })
}
