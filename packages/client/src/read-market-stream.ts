import { EventSourceParserStream } from 'eventsource-parser/stream'
import { readConnections, SILENCE_MAX_MS, type Connection } from './connection.ts'
import { ClutchError } from './errors.ts'
import type { paths } from './gen/public.ts'
import type { RetryOptions } from './retries.ts'

type PublicTrade =
  paths['/api/public/v1/trades']['get']['responses'][200]['content']['application/json']['trades'][number]

/**
 * - `prices`: the best price of each side in coins, 0 without lots; first of all items, then of those that changed
 * - `trades`: trades that were executed
 * - `reset`: the trades since `after` are too many; read them from `/api/public/v1/trades?after=`
 */
export type MarketStreamEvent =
  | {
      readonly type: 'prices'
      readonly data: {
        readonly prices: readonly { readonly item_id: number; readonly buy?: number; readonly sell?: number }[]
      }
    }
  | { readonly type: 'trades'; readonly id: string; readonly data: { readonly trades: readonly PublicTrade[] } }
  | { readonly type: 'reset'; readonly id: string; readonly data: { readonly after: string } }

export interface MarketStreamOptions extends RetryOptions {
  /** The address of Clutch. */
  readonly url: string
  /** Both if absent. */
  readonly channels?: readonly ('prices' | 'trades')[]
  /** Only these items. */
  readonly ids?: readonly number[]
  /** The id of the last event that was handled: trades after it come first. */
  readonly lastEventId?: string
}

/**
 * Follows public market data until the signal aborts. After a lost connection it reconnects and continues after the last
 * event with an id, so that no trade is missed.
 *
 *     for await (const event of readMarketStream({ url, channels: ['trades'] })) {
 *       if (event.type === 'trades') console.log(event.data.trades)
 *     }
 */
export async function* readMarketStream(options: MarketStreamOptions): AsyncGenerator<MarketStreamEvent, void> {
  const { channels = ['prices', 'trades'], ids } = options
  const query = new URLSearchParams({ channels: channels.join(',') })
  if (ids !== undefined) query.set('ids', ids.join(','))
  const address = new URL(`/api/public/v1/stream?${query.toString()}`, options.url)
  let { lastEventId } = options
  for await (const message of readConnections(options, () => Stream.open(address, lastEventId, options.signal))) {
    lastEventId = message.id ?? lastEventId
    if (message.event !== 'heartbeat') yield toEvent(message)
  }
}

interface Message {
  readonly id?: string | undefined
  readonly event?: string | undefined
  readonly data: string
}

/** Types what the server sent, as the rest of the client does with its responses. */
function toEvent({ id, event, data }: Message): MarketStreamEvent {
  return { type: event, ...(id === undefined ? {} : { id }), data: JSON.parse(data) as unknown } as MarketStreamEvent
}

class Stream implements Connection<Message> {
  readonly #connection: AbortController
  readonly #reader: ReadableStreamDefaultReader<Message>

  private constructor(connection: AbortController, reader: ReadableStreamDefaultReader<Message>) {
    this.#connection = connection
    this.#reader = reader
  }

  static async open(address: URL, lastEventId: string | undefined, signal: AbortSignal | undefined): Promise<Stream> {
    const connection = new AbortController()
    const response = await withDeadline(connection, () =>
      fetch(address, {
        headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
        signal: signal === undefined ? connection.signal : AbortSignal.any([signal, connection.signal]),
      }),
    )
    if (!response.ok || response.body === null) throw new ClutchError(response, await response.json().catch(() => null))
    const messages = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    return new Stream(connection, messages.getReader())
  }

  async next(): Promise<Message> {
    const { done, value } = await withDeadline(this.#connection, () => this.#reader.read())
    if (done) throw new Error('The stream has ended')
    return value
  }

  close(): void {
    this.#connection.abort()
  }
}

/** Ends a connection that is silent for too long: one that a router has forgotten never reports an error. */
async function withDeadline<Value>(connection: AbortController, act: () => Promise<Value>): Promise<Value> {
  const timer = setTimeout(() => connection.abort(new Error('The server has been silent for too long')), SILENCE_MAX_MS)
  try {
    return await act()
  } finally {
    clearTimeout(timer)
  }
}
