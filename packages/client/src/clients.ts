import createClient, { type Client } from 'openapi-fetch'
import type { paths as PlayerPaths } from './gen/players.ts'
import type { paths as PublicPaths } from './gen/public.ts'
import type { paths as ServerPaths } from './gen/server.ts'
import { fetchWithRetries, TIMEOUT_MS } from './retries.ts'

/** The version of the API that this client is written for; each request names it. */
export const API_VERSION = '2026-12-01'

/** Calls of the game's server. */
export type ServerClient = Client<ServerPaths>
/** Calls for public market data. */
export type PublicClient = Client<PublicPaths>
/** Calls of a player. */
export type PlayerClient = Client<PlayerPaths>

export interface ClientOptions {
  /** The address of Clutch, without a path. */
  readonly url: string
  /**
   * The longest time for one attempt. By default 40 s, which is longer than the event log keeps a call open
   * (`readEvents`).
   */
  readonly timeoutMs?: number
}

/**
 * A client for the game's server.
 *
 *     const clutch = createServerClient({ url: 'https://market.example', key: process.env.CLUTCH_KEY })
 *     const { player } = unwrap(await clutch.GET('/api/server/v1/players/{steam_id}', { params: { path: { steam_id } } }))
 *
 * @param options.key a server key, `clk_…`
 */
export function createServerClient({ key, ...options }: ClientOptions & { readonly key: string }): ServerClient {
  return connect<ServerPaths>(options, key)
}

/** A client for public market data, which needs no key. Works from any page. */
export function createPublicClient(options: ClientOptions): PublicClient {
  return connect<PublicPaths>(options)
}

/**
 * A client that acts as a player. Commands are repeated after a lost response only if they name an `idempotency-key`.
 *
 * @param options.token a player's key, `clp_…`, or the access token of a session
 */
export function createPlayerClient({ token, ...options }: ClientOptions & { readonly token: string }): PlayerClient {
  return connect<PlayerPaths>(options, token)
}

function connect<Paths extends object>({ url, timeoutMs = TIMEOUT_MS }: ClientOptions, token?: string): Client<Paths> {
  return createClient<Paths>({
    baseUrl: new URL(url).origin,
    fetch: (request) => fetchWithRetries(request, timeoutMs),
    headers: {
      'Clutch-Version': API_VERSION,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
  })
}
