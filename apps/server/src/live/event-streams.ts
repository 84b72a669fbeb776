import type { ServerResponse } from 'node:http'
import { HEARTBEAT_EVERY_MS } from '@clutch/contract/constants'
import { fail } from '@clutch/economy'
import type { FastifyReply } from 'fastify'
import type { EconomyMessage } from '../bus/message.ts'
import type { CallHandlers } from '../http/call-handlers.ts'

/** Open streams of one user. */
export const STREAMS_PER_USER_MAX = 10
/** A stream with more unsent bytes is closed; its client reconnects and refetches. */
const BUFFERED_BYTES_MAX = 262_144
/** Retry delay for a user with too many open streams. */
const RETRY_AFTER_SEC = 60
/** Delay before clients reconnect, sent in the `retry` field. */
const RECONNECT_MS = 3_000

interface EventStream {
  readonly sessionId: string
  readonly response: ServerResponse
}

/** Server-sent events of a player's own items and coins, for clients without a WebSocket. */
export class EventStreams {
  readonly #streams = new Map<string, Set<EventStream>>()
  readonly #heartbeat: NodeJS.Timeout

  constructor() {
    this.#heartbeat = setInterval(() => this.#sendHeartbeats(), HEARTBEAT_EVERY_MS)
    this.#heartbeat.unref()
  }

  /** Number of open streams. */
  get size(): number {
    let size = 0
    for (const streams of this.#streams.values()) size += streams.size
    return size
  }

  /** Turns a response into a stream. @returns false when the user has too many; nothing has been sent then */
  open(userId: string, sessionId: string, reply: FastifyReply): boolean {
    const streams = this.#streams.get(userId) ?? new Set()
    if (streams.size >= STREAMS_PER_USER_MAX) return false
    const headers = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no', 'cache-control': 'no-store' }
    void reply.headers(headers).hijack()
    const stream: EventStream = { sessionId, response: reply.raw }
    this.#streams.set(userId, streams.add(stream))
    reply.raw.once('close', () => this.#remove(userId, stream))
    reply.raw.on('error', () => this.#remove(userId, stream))
    reply.raw.writeHead(200, Object.fromEntries(Object.entries(reply.getHeaders())))
    if (reply.request.method === 'HEAD') reply.raw.end()
    else reply.raw.write(`retry: ${RECONNECT_MS}\nevent: ready\ndata: {}\n\n`)
    return true
  }

  /** Sends players their balances after a batch. */
  publish(message: EconomyMessage): void {
    if (this.#streams.size === 0) return
    const texts = new Map<string, string>()
    for (const [index, { userId, asset, free }] of (message.updates.inventory ?? []).entries()) {
      if (!this.#streams.has(userId)) continue
      const id = `${message.id}-${index + 1}`
      texts.set(userId, (texts.get(userId) ?? '') + eventText(id, message.atMs, asset, free))
    }
    for (const [userId, text] of texts) {
      for (const stream of this.#streams.get(userId) ?? []) this.#sendOrCut(userId, stream, text)
    }
  }

  /** Closes the streams of a session that has ended. */
  closeSession(sessionId: string): void {
    for (const streams of this.#streams.values()) {
      for (const stream of streams) if (stream.sessionId === sessionId) stream.response.end()
    }
  }

  /** Closes all streams and stops. */
  close(): void {
    clearInterval(this.#heartbeat)
    this.reconnectAll()
  }

  /** Closes all streams; clients reconnect and refetch. */
  reconnectAll(): void {
    for (const streams of this.#streams.values()) for (const { response } of streams) response.end()
  }

  /** Sent as an event because pages cannot see comments and could not tell a dead connection from a quiet market. */
  #sendHeartbeats(): void {
    const text = `event: heartbeat\ndata: ${JSON.stringify({ timestamp: Date.now() })}\n\n`
    for (const [userId, streams] of this.#streams) {
      for (const stream of streams) this.#sendOrCut(userId, stream, text)
    }
  }

  #sendOrCut(userId: string, stream: EventStream, text: string): void {
    const { response } = stream
    if (response.writableLength <= BUFFERED_BYTES_MAX) {
      response.write(text)
      return
    }
    this.#remove(userId, stream)
    response.destroy()
  }

  #remove(userId: string, stream: EventStream): void {
    const streams = this.#streams.get(userId)
    streams?.delete(stream)
    if (streams?.size === 0) this.#streams.delete(userId)
  }
}

function eventText(id: string, timestamp: number, asset: number, free: number): string {
  const [event, data] =
    asset === 0
      ? ['egg_coins_updated', { balance: free, timestamp }]
      : ['inventory_item_updated', { item_id: asset, count: free, timestamp }]
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

export function eventStreamCalls(streams: EventStreams): CallHandlers {
  return {
    'GET /inventory/events': ({ userId, claims, reply }) => {
      const isOpen = streams.open(userId, claims?.sessionId ?? '', reply)
      return Promise.resolve(
        isOpen ? undefined : fail({ code: 'rate_limited', params: { retry_after_s: RETRY_AFTER_SEC } }),
      )
    },
  }
}
