import { fromBinary } from '@bufbuild/protobuf'
import type { PlayerClient } from './clients.ts'
import { readConnections, SILENCE_MAX_MS, type Connection } from './connection.ts'
import { unwrap } from './errors.ts'
import { EventBatchSchema, type Event } from './gen/live/live_pb.js'
import type { RetryOptions } from './retries.ts'

/** Messages that wait for the reader; a slower one gets another connection, and refetches. */
const WAITING_MAX = 10_000

/**
 * - `connected`: the connection is open. Events were missed meanwhile: refetch what you show
 * - `event`: a change, by the names of docs/live.md; 64-bit numbers are `bigint`
 */
export type LiveMessage =
  | { readonly type: 'connected' }
  | {
      readonly type: 'event'
      readonly id: string
      /** Unix milliseconds. */
      readonly timestamp: bigint
      readonly payload: Event['payload']
    }

export interface LiveOptions extends RetryOptions {
  /** For Node before version 22, which has no WebSocket: the class from the package `ws`. */
  readonly WebSocket?: typeof globalThis.WebSocket
}

/**
 * Reads the live connection of a player until the signal aborts, and reconnects whenever it is lost.
 *
 *     for await (const message of readLive(clutch)) {
 *       if (message.type === 'connected') await refetch()
 *       else if (message.payload.case === 'priceChanged') show(message.payload.value)
 *     }
 *
 * @throws ClutchError when the session has ended
 */
export function readLive(client: PlayerClient, options: LiveOptions = {}): AsyncGenerator<LiveMessage, void> {
  return readConnections(options, async () => {
    const { server_url, token } = unwrap(await client.GET('/api/get-server'))
    return new Socket(new (options.WebSocket ?? WebSocket)(`${server_url}/ws?token=${token}`), options.signal)
  })
}

class Socket implements Connection<LiveMessage> {
  readonly #socket: WebSocket
  readonly #signal: AbortSignal | undefined
  readonly #abort = (): void => this.#fail('The reader has ended')
  readonly #waiting: LiveMessage[] = []
  #failure: Error | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #wake: () => void = () => undefined

  constructor(socket: WebSocket, signal: AbortSignal | undefined) {
    this.#socket = socket
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('open', () => this.#push({ type: 'connected' }))
    socket.addEventListener('message', ({ data }) => this.#receive(data))
    socket.addEventListener('close', ({ code }) => this.#fail(`The connection was closed (${code})`))
    socket.addEventListener('error', () => this.#fail('The connection failed'))
    signal?.addEventListener('abort', this.#abort)
    this.#signal = signal
    this.#expectMore()
  }

  async next(): Promise<LiveMessage> {
    for (;;) {
      const message = this.#waiting.shift()
      if (message !== undefined) return message
      if (this.#failure !== undefined) throw this.#failure
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#signal?.removeEventListener('abort', this.#abort)
    this.#socket.close()
  }

  #receive(data: unknown): void {
    this.#expectMore()
    if (!(data instanceof ArrayBuffer)) return
    for (const { eventId: id, timestamp, payload } of fromBinary(EventBatchSchema, new Uint8Array(data)).events)
      this.#push({ type: 'event', id, timestamp, payload })
  }

  #push(message: LiveMessage): void {
    if (this.#waiting.length >= WAITING_MAX) return this.#fail('The reader is too slow')
    this.#waiting.push(message)
    this.#wake()
  }

  /** A connection that a router has forgotten never reports an error. */
  #expectMore(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail('The server has been silent for too long'), SILENCE_MAX_MS)
  }

  #fail(reason: string): void {
    this.#failure ??= new Error(reason)
    this.close()
    this.#wake()
  }
}
