import type { lookup } from 'node:dns'
import { Agent as HttpAgent, request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { SECOND_MS } from '@clutch/contract/formats'
import { signWebhook } from './signature.ts'
import { AddressNotAllowed, addressCheck, guardedLookup, isTargetAllowed, type TargetRules } from './target-address.ts'

/** How long an attempt may take (integration §3). */
export const TIMEOUT_MS = 15_000
/** Receivers' responses have no meaning beyond their status: of longer ones, the connection is closed. */
const RESPONSE_BYTES_MAX = 16_384
/** Connections that stay open to one receiver: the next event, and what an operator sends. */
const IDLE_CONNECTIONS_MAX = 2
const USER_AGENT = 'Clutch-Webhooks/1'

export interface WebhookMessage {
  /** The header `webhook-id`. */
  readonly id: string
  readonly body: string
}

/** What came of an attempt. */
export interface SentWebhook {
  readonly atMs: number
  readonly latencyMs: number
  /** HTTP status; null without a response. */
  readonly status: number | null
  /** Why there was no response. */
  readonly error: string | null
}

/** Where to send, and the secrets that are valid. */
export interface WebhookTarget {
  readonly url: string
  readonly secrets: readonly string[]
}

/** Sends signed messages to endpoints. Follows no redirects. */
export class WebhookSender {
  readonly #rules: TargetRules
  readonly #resolve: typeof lookup | undefined
  readonly #nowMs: () => number
  readonly #agents = {
    http: new HttpAgent({ keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS_MAX }),
    https: new HttpsAgent({ keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS_MAX }),
  }

  /** @param resolve replaces the system's resolver in tests */
  constructor(rules: TargetRules, nowMs: () => number = Date.now, resolve?: typeof lookup) {
    this.#rules = rules
    this.#nowMs = nowMs
    this.#resolve = resolve
  }

  /** Whether an endpoint may have this address. */
  isAllowed(url: string): boolean {
    return isTargetAllowed(url, this.#rules)
  }

  /** One attempt. @param signal cuts it off, in addition to the timeout */
  async send({ url, secrets }: WebhookTarget, { id, body }: WebhookMessage, signal: AbortSignal): Promise<SentWebhook> {
    const atMs = this.#nowMs()
    const startedMs = performance.now()
    const timestampSec = Math.floor(atMs / SECOND_MS)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': USER_AGENT,
      'webhook-id': id,
      'webhook-timestamp': timestampSec,
      'webhook-signature': signWebhook(secrets, id, timestampSec, body),
    }
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const both = AbortSignal.any([signal, timeout])
    const outcome = await this.#post(url, headers, body, both).then(
      (status) => ({ status, error: null }),
      (error: unknown) => ({ status: null, error: timeout.aborted ? 'TIMEOUT' : codeOf(error) }),
    )
    return { atMs, latencyMs: Math.round(performance.now() - startedMs), ...outcome }
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }

  /** @returns the status @throws when there is no response */
  #post(
    target: string,
    headers: Readonly<Record<string, string | number>>,
    body: string,
    signal: AbortSignal,
  ): Promise<number> {
    // Checked again: the settings may have changed since the endpoint was stored.
    if (!this.isAllowed(target)) return Promise.reject(new AddressNotAllowed())
    const url = new URL(target)
    const lookup = guardedLookup(addressCheck(url, this.#rules), this.#resolve)
    const options = { method: 'POST', headers, signal, lookup }
    return new Promise((resolve, reject) => {
      const sent: ClientRequest =
        url.protocol === 'http:'
          ? requestHttp(url, { ...options, agent: this.#agents.http })
          : requestHttps(url, { ...options, agent: this.#agents.https })
      sent.on('error', reject)
      sent.on('response', (response) => {
        discard(response)
        resolve(response.statusCode ?? 0)
      })
      sent.end(body)
    })
  }
}

/** Reads a short response to its end, so that its connection can be used again. */
function discard(response: IncomingMessage): void {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength
    if (bytes > RESPONSE_BYTES_MAX) response.destroy()
  })
  response.on('error', () => undefined)
}

/** A code such as ECONNREFUSED, for the console; of several addresses that were tried, that of the first. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.name : 'UNKNOWN'
}
