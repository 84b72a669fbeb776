import type { CallBody, CallName, CallQuery, CallResponse } from '@clutch/contract'
import type { TokenStore } from '../auth/token-store.ts'
import { AS_OF_HEADER, CONTENT_HEADER } from './answer-ages.ts'
import { ApiError, isOutcomeUnknown, NETWORK_ERROR, toApiError } from './api-error.ts'
import { isOperatorCommand, type CommandName, type ReadName } from './call-names.ts'
import { createRefresher, type LockRunner } from './refresh.ts'

const BASE_PATH = '/api'
const UNAUTHORIZED = 401
/** Waits before a command without an answer is sent again, with the same key. */
export const COMMAND_RETRY_DELAYS_MS = [400, 1_600] as const

export interface ApiClientOptions {
  readonly fetch: (path: string, request: RequestInit) => Promise<Response>
  readonly tokens: TokenStore
  readonly withLock: LockRunner
  readonly wait?: (delayMs: number) => Promise<void>
  /** Hears as of when each answer of a read is true. */
  readonly onAge?: (name: ReadName, asOf: string | null) => void
}

/** Another way for commands than HTTP. */
export interface CommandTransport {
  /** @returns nothing when the way is closed; then nothing was sent. @throws ApiError as the client does. */
  readonly send: (name: string, body: unknown, idempotencyKey: string) => Promise<unknown> | undefined
}

export interface ReadOptions<Name extends ReadName = ReadName> {
  readonly signal?: AbortSignal
  /** For calls that take their parameters in the address. */
  readonly query?: CallQuery<Name>
}

export interface ApiClient {
  /** @throws ApiError with the server's code, or `network`; an abort throws as fetch does. */
  readonly read: <Name extends ReadName>(
    name: Name,
    body?: CallBody<Name>,
    options?: ReadOptions<Name>,
  ) => Promise<CallResponse<Name>>
  /** Sends a command under a key made per user action; repeats it by itself while no answer comes. */
  readonly command: <Name extends CommandName>(
    name: Name,
    body: CallBody<Name>,
    idempotencyKey: string,
  ) => Promise<CallResponse<Name>>
  /** Sends commands this way from now on, as long as it is open. */
  readonly setCommandTransport: (transport: CommandTransport) => void
  /** Tells of which version of the content each answer of a read was made, from now on. */
  readonly setContentListener: (listener: (version: string) => void) => void
  /** Reads an answer that is a file. @throws ApiError as `read` does. */
  readonly download: (name: ReadName, query?: Readonly<Record<string, string>>, body?: object) => Promise<Blob>
  /**
   * Signs the game client in; its body is a form.
   * @param isConfirmed whether the player was asked, as is due where the link was opened outside the game
   * @throws ApiError `sign_in_unconfirmed` where the player has to be asked first
   */
  readonly signInWithTicket: (ticket: string, username: string, isConfirmed: boolean) => Promise<string>
  /** Makes a session for a framed app out of the token its sign-in window handed over. */
  readonly openFrameSession: (token: string) => Promise<string>
  /** Renews the access token now. */
  readonly refresh: () => Promise<string>
}

/** Builds the client; everything of the browser comes in, so that tests run it against a plain server. */
export function createApiClient({ fetch, tokens, withLock, wait = sleep, onAge }: ApiClientOptions): ApiClient {
  const refresher = createRefresher({ tokens, withLock, requestToken })
  let transport: CommandTransport | undefined
  let contentListener: ((version: string) => void) | undefined

  return {
    read: (name, body, options) =>
      send(name, jsonRequest(body), {
        ...options,
        onHeaders(headers) {
          onAge?.(name, headers.get(AS_OF_HEADER))
          const version = headers.get(CONTENT_HEADER)
          if (version !== null) contentListener?.(version)
        },
      }),
    async command(name, body, idempotencyKey) {
      const overHttp = () => send<typeof name>(name, jsonRequest(body, idempotencyKey))
      let first: typeof overHttp = () => {
        first = overHttp
        // The border: the server validates its answers against the same contract these types come from.
        const way = isOperatorCommand(name) ? undefined : transport
        const sent = way?.send(name, body, idempotencyKey) as ReturnType<typeof overHttp> | undefined
        return sent ?? overHttp()
      }
      for (const delayMs of COMMAND_RETRY_DELAYS_MS) {
        try {
          return await first()
        } catch (error) {
          if (!isOutcomeUnknown(error)) throw error
        }
        await wait(delayMs)
      }
      return overHttp()
    },
    setCommandTransport(given) {
      transport = given
    },
    setContentListener(listener) {
      contentListener = listener
    },
    async download(name, query = {}, body) {
      const [method = 'GET', path = ''] = name.split(' ')
      const response = await authorised((token) =>
        answered(path + toSearch(query), { ...(body && jsonRequest(body)), method }, token),
      )
      return response.blob()
    },
    async signInWithTicket(ticket, username, isConfirmed) {
      const form = new URLSearchParams({ ticket, username, ...(isConfirmed && { confirmed: 'true' }) })
      const answer = await exchange<'POST /auth/client_steam_auth_callback'>(
        'POST /auth/client_steam_auth_callback',
        { body: form },
        null,
      )
      return answer.access_token
    },
    async openFrameSession(token) {
      const answer = await exchange<'POST /auth/frame-session'>(
        'POST /auth/frame-session',
        jsonRequest(undefined),
        token,
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
    return authorised((token) => exchange<Name>(name, request, token, options))
  }

  /** Calls with the current token; a 401 renews the token once and replays (document 1 §4). */
  async function authorised<Answer>(call: (token: string | null) => Promise<Answer>): Promise<Answer> {
    await refresher.idle()
    const token = tokens.get()
    try {
      return await call(token)
    } catch (error) {
      if (token === null || !(error instanceof ApiError) || error.status !== UNAUTHORIZED) throw error
      return call(await refresher.renew(token))
    }
  }

  async function requestToken(): Promise<string> {
    const answer = await exchange<'POST /jwt_refresh'>('POST /jwt_refresh', jsonRequest(undefined), null)
    return answer.access_token
  }

  async function exchange<Name extends CallName>(
    name: Name,
    request: RequestInit,
    token: string | null,
    { signal, query, onHeaders }: RequestOptions = {},
  ): Promise<CallResponse<Name>> {
    const [method = 'POST', path = ''] = name.split(' ')
    const init: RequestInit = { ...request, method, signal: signal ?? null }
    if (method === 'GET') delete init.body
    const response = await answered(path + toSearch(query), init, token)
    onHeaders?.(response.headers)
    const body: unknown = await response.json().catch(() => undefined)
    signal?.throwIfAborted()
    // The border: the server validates its answers against the same contract these types come from.
    return body as CallResponse<Name>
  }

  /** The server's good answer. @throws ApiError for any other, and for none. */
  async function answered(path: string, request: RequestInit, token: string | null): Promise<Response> {
    const headers = new Headers(request.headers)
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    const init: RequestInit = { ...request, headers, credentials: 'same-origin' }
    const response = await fetch(BASE_PATH + path, init).catch((error: unknown) => {
      if (request.signal?.aborted === true) throw error
      throw new ApiError(NETWORK_ERROR, 'No answer from the server')
    })
    if (response.ok) return response
    throw toApiError(await response.json().catch(() => undefined), response.status)
  }
}

interface RequestOptions {
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

function sleep(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs)
  })
}
