import type { ServerResponse } from 'node:http'
import { HEARTBEAT_EVERY_MS } from '@clutch/contract/constants'
import type { FastifyReply } from 'fastify'
import type { Bus } from '../../bus/bus.ts'
import type { Context } from '../../context.ts'
import { addressKey } from '../../http/address-key.ts'
import type { MarketUpdates } from '../marketplace/updates.ts'
import { readTrades } from './trades.ts'

/** Open streams of one address, and of all. */
export const STREAMS_PER_ADDRESS_MAX = 5
const STREAMS_MAX = 1_000
/** How often changes are sent. */
const TICK_MS = 1_000
/** Trades read at a time. */
const PAGE = 500
/** Pages of missed trades that are sent: a client that was away for longer reads them from `/trades`. */
const CATCH_UP_PAGES_MAX = 20
/** A stream with more unsent bytes is cut off; its client reconnects and continues after the last event it received. */
const BUFFERED_BYTES_MAX = 262_144
/** Delay before clients reconnect, sent in the `retry` field. */
const RECONNECT_MS = 3_000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export interface StreamRequest {
  readonly channels: ReadonlySet<'prices' | 'trades'>
  /** Undefined for all items. */
  readonly ids: ReadonlySet<number> | undefined
  /** The last trade that the client received; undefined for trades from now on. */
  readonly after: string | undefined
}

interface Stream extends StreamRequest {
  readonly address: string
  readonly response: ServerResponse
  /** Whether it has received everything up to the shared cursor. */
  isCurrent: boolean
}

/**
 * Server-sent events of prices and trades for anyone (integration §4). Trades are read from the history, after a cursor
 * that is the event id: a client that reconnects misses none.
 */
export class PublicStreams {
  readonly #context: Context
  readonly #streams = new Set<Stream>()
  readonly #prices = new Map<number, { buy?: number; sell?: number }>()
  readonly #unsubscribe: () => void
  #cursor: string | undefined
  /** Reads the shared cursor of the first streams. */
  #beginning: Promise<string> | undefined
  #timer: NodeJS.Timeout | undefined
  #isTicking = false
  #lastHeartbeatMs = 0

  constructor(context: Context, bus: Bus) {
    this.#context = context
    this.#unsubscribe = bus.subscribe('economy', ({ updates }) => {
      if (this.#streams.size > 0) this.#collect(updates.marketplace?.prices ?? [])
    })
  }

  get size(): number {
    return this.#streams.size
  }

  /** Turns a response into a stream. @returns false when there are too many; nothing has been sent then */
  async open(request: StreamRequest, reply: FastifyReply): Promise<boolean> {
    const address = addressKey(reply.request.ip)
    const ofAddress = [...this.#streams].filter((stream) => stream.address === address)
    if (ofAddress.length >= STREAMS_PER_ADDRESS_MAX || this.#streams.size >= STREAMS_MAX) return false
    void reply
      .headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no', 'cache-control': 'no-store' })
      .hijack()
    const stream: Stream = { ...request, address, response: reply.raw, isCurrent: false }
    this.#streams.add(stream)
    reply.raw.once('close', () => this.#remove(stream))
    reply.raw.on('error', () => this.#remove(stream))
    try {
      await this.#begin(stream, reply)
    } catch {
      // The store is unavailable: the client reconnects.
      this.#remove(stream)
      reply.raw.destroy()
    }
    return true
  }

  /** Closes all streams after messages of the bus were lost; clients reconnect and continue. */
  reconnectAll(): void {
    for (const { response } of this.#streams) response.end()
  }

  /** Closes all streams and stops. */
  close(): void {
    this.#unsubscribe()
    clearTimeout(this.#timer)
    this.reconnectAll()
    this.#streams.clear()
  }

  /** Sends what the stream missed until it has reached the shared cursor, and then the prices. */
  async #begin(stream: Stream, reply: FastifyReply): Promise<void> {
    this.#cursor ??= await (this.#beginning ??= this.#readCursor())
    if (!this.#isTicking) this.#timer ??= setTimeout(() => void this.#tick(), TICK_MS)
    // Only now: a client that has the response receives every later trade.
    stream.response.writeHead(200, Object.fromEntries(Object.entries(reply.getHeaders())))
    stream.response.write(`retry: ${RECONNECT_MS}\n\n`)
    let after = stream.channels.has('trades') ? (stream.after ?? this.#cursor) : this.#cursor
    for (let page = 0; after < this.#cursor && page < CATCH_UP_PAGES_MAX && this.#streams.has(stream); page += 1) {
      const { trades, next } = await readTrades(this.#context.store.db, { after, limit: PAGE })
      const upToNow = trades.filter(({ id }) => id <= (this.#cursor ?? FIRST_ID))
      this.#sendTrades(stream, upToNow)
      after = upToNow.length < PAGE ? this.#cursor : (next ?? this.#cursor)
    }
    // Too far behind: the client reads the rest from /trades.
    if (after < this.#cursor) this.#send(stream, 'reset', this.#cursor, { after })
    // Without a pause until it is current, so that no change is lost in between.
    if (stream.channels.has('prices')) this.#send(stream, 'prices', undefined, { prices: this.#allPrices(stream) })
    stream.isCurrent = true
  }

  async #readCursor(): Promise<string> {
    try {
      const { next } = await readTrades(this.#context.store.db, { limit: 1 })
      return next ?? FIRST_ID
    } catch (error) {
      // The next stream reads it again.
      this.#beginning = undefined
      throw error
    }
  }

  async #tick(): Promise<void> {
    this.#timer = undefined
    this.#isTicking = true
    try {
      await this.#sendChanges()
    } catch {
      // The store is unavailable: the next tick reads what this one missed.
    }
    this.#isTicking = false
    if (this.#streams.size > 0) this.#timer = setTimeout(() => void this.#tick(), TICK_MS)
    else {
      this.#cursor = undefined
      this.#beginning = undefined
    }
  }

  async #sendChanges(): Promise<void> {
    const prices = [...this.#prices].map(([item_id, changed]) => ({ item_id, ...changed }))
    this.#prices.clear()
    const current = [...this.#streams].filter(({ isCurrent }) => isCurrent)
    if (prices.length > 0) {
      for (const stream of current) {
        const wanted = prices.filter(({ item_id }) => stream.ids?.has(item_id) ?? true)
        if (stream.channels.has('prices') && wanted.length > 0)
          this.#send(stream, 'prices', undefined, { prices: wanted })
      }
    }
    for (let isMore = true; isMore;) {
      const { trades, next } = await readTrades(this.#context.store.db, { after: this.#cursor, limit: PAGE })
      for (const stream of this.#streams) if (stream.isCurrent) this.#sendTrades(stream, trades)
      this.#cursor = next ?? this.#cursor
      isMore = trades.length === PAGE
    }
    if (performance.now() - this.#lastHeartbeatMs < HEARTBEAT_EVERY_MS) return
    this.#lastHeartbeatMs = performance.now()
    for (const stream of this.#streams) this.#send(stream, 'heartbeat', undefined, { timestamp: Date.now() })
  }

  #sendTrades(stream: Stream, trades: Awaited<ReturnType<typeof readTrades>>['trades']): void {
    if (!stream.channels.has('trades')) return
    // Another server may already have sent trades that this one has not read yet.
    const isNew = (id: string): boolean => stream.after === undefined || id > stream.after
    const wanted = trades.filter(({ id, item_id }) => isNew(id) && (stream.ids?.has(item_id) ?? true))
    if (wanted.length > 0) this.#send(stream, 'trades', wanted.at(-1)?.id, { trades: wanted })
  }

  #send(stream: Stream, event: string, id: string | undefined, data: object): void {
    const { response } = stream
    if (response.writableLength <= BUFFERED_BYTES_MAX) {
      response.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      return
    }
    this.#remove(stream)
    response.destroy()
  }

  #collect(changed: MarketUpdates['prices']): void {
    for (const { itemId, side, price } of changed) {
      const known = this.#prices.get(itemId) ?? {}
      known[side] = price
      this.#prices.set(itemId, known)
    }
  }

  /** Best prices of the items that a stream wants; 0 for a side without lots. */
  #allPrices({ ids }: Stream): { item_id: number; buy: number; sell: number }[] {
    const { priceBoard } = this.#context
    const [buy, sell] = [priceBoard.bestPrices('buy'), priceBoard.bestPrices('sell')]
    const wanted = ids ?? new Set([...buy.keys(), ...sell.keys()])
    return [...wanted].map((item_id) => ({ item_id, buy: buy.get(item_id) ?? 0, sell: sell.get(item_id) ?? 0 }))
  }

  #remove(stream: Stream): void {
    this.#streams.delete(stream)
  }
}
