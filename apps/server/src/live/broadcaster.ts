import {
  NORMAL_CLOSE_CODE,
  RECONNECT_CLOSE_CODE,
  SESSION_ENDED_CLOSE_CODE,
  SLOW_CONSUMER_CLOSE_CODE,
} from '@clutch/contract/constants'
import { encodeFollows } from '@clutch/contract/live'
import type { EconomyMessage } from '../bus/message.ts'
import type { FrameSink, LiveArea } from './area.ts'
import { encodeEvents, EncodedBuffers, EventBuffer, EventFactory, type PendingEvent } from './event-buffer.ts'
import { RecentMessages } from './recent-messages.ts'

/** Open connections of one user: several tabs, a phone, an overlay. */
export const SOCKETS_PER_USER_MAX = 10
/** Shortest time from an event to its flush; events in between are sent as one batch per socket. */
const FLUSH_INTERVAL_MS = 40
/** Largest share of the time spent in flushes: with thousands of sockets they become less frequent (`bench chat`). */
const FLUSH_SHARE = 0.4
/** A flush yields to other work after this long, so that it does not delay requests (`bench chat`). */
const FLUSH_SLICE_MS = 25
/** A socket with more unsent bytes is closed: it would hold every frame since in memory. Its client reconnects. */
const BUFFERED_BYTES_MAX = 1_048_576
const OPEN = 1
/** Groups of connections that are closed one after another when the server stops. */
const MOVE_STEPS = 100

/** The parts of a WebSocket that the live connection uses. */
export interface LiveSocket {
  readonly bufferedAmount: number
  readonly readyState: number
  send(data: Uint8Array): void
  close(code: number, reason: string): void
}

/** An event that does not come from the economy. */
export interface Broadcast {
  /** Replaces an unsent event of the same key. */
  readonly key: string
  readonly event: PendingEvent
  /** Receiving players; null for all. */
  readonly to: readonly string[] | null
  /** Players who must not receive an event for all. */
  readonly hiddenFrom: readonly string[]
}

/** Notified when a player's first connection opens or the last one closes on this server. */
export interface ConnectionObserver {
  come(userId: string): void
  leave(userId: string): void
}

interface Connection {
  readonly userId: string
  readonly sessionId: string
  readonly socket: LiveSocket
  /** Sequence number of the first buffer for this connection: earlier events are covered by its catch-up. */
  readonly firstBuffer: number
  viewedItemId: number | undefined
}

/** A flush in progress. */
interface Flush {
  readonly buffers: EncodedBuffers
  /** Sequence number of the first of these buffers. */
  readonly firstBuffer: number
  readonly connections: readonly Connection[]
  /** Index of the next connection. */
  next: number
  busyMs: number
}

/**
 * Sends each connection the events that concern it: those for all players, those of the order book it views, and its
 * user's own.
 *
 * A client misses no event between its first fetch and its connection, in three steps:
 * 1. Fetch: each response carries the id of the newest message it includes (`as-of.ts`), and the client asks for a
 *    connection token, which stores that id.
 * 2. Cut-over: the connection joins between two buffers; `catchUp` sends the user's events of all messages after that id
 *    from `RecentMessages` and confirms with `follows_message_id`. Without the confirmation the client refetches.
 * 3. Streaming: buffers filled after the connection joined are flushed to it.
 */
export class Broadcaster {
  readonly #areas: readonly LiveArea[]
  readonly #observer: ConnectionObserver | undefined
  readonly #connections = new Map<LiveSocket, Connection>()
  readonly #byUser = new Map<string, Set<Connection>>()
  /** Number of connections that view an item's order book, by item. */
  readonly #viewerCounts = new Map<number, number>()
  readonly #recent = new RecentMessages()
  /** The buffer that takes events, and full ones before it. A new one begins whenever a connection joins. */
  #buffer = new EventBuffer()
  #fullBuffers: EventBuffer[] = []
  /** Sequence number of `#buffer`. */
  #bufferNumber = 0
  #timer: NodeJS.Timeout | undefined
  #flush: Flush | undefined
  /** No flush starts before this time of `performance.now()`. */
  #nextFlushMs = 0

  constructor(areas: readonly LiveArea[], observer?: ConnectionObserver) {
    this.#areas = areas
    this.#observer = observer
  }

  /** Number of open connections. */
  get size(): number {
    return this.#connections.size
  }

  /** Id of the newest message received; data fetched now includes all messages up to it. */
  get lastMessageId(): number {
    return this.#recent.lastId
  }

  /**
   * Sends a new connection its user's events since a message and confirms that it misses nothing. Sends nothing when the
   * messages since then are not all known; the client then refetches.
   */
  catchUp(userId: string, socket: LiveSocket, sinceId: number): void {
    const missed = this.#recent.after(sinceId)
    if (missed === undefined) return
    const pending = new Map<string, PendingEvent>()
    for (const message of missed) {
      const factory = new EventFactory(message)
      const sink: FrameSink = {
        isConnected: (each) => each === userId,
        isViewed: () => false,
        toAll: (key, payload) => void pending.set(`all:${key}`, factory.create(payload)),
        toPlayer(each, key, payload) {
          if (each === userId) pending.set(`own:${key}`, factory.create(payload))
        },
        toViewers: () => undefined,
      }
      for (const { frames } of this.#areas) frames?.(message.updates, sink, message.id)
    }
    socket.send(Buffer.concat([encodeEvents(pending.values()), encodeFollows(sinceId)]))
  }

  /** @returns false when the user has too many connections; the socket is not added then */
  add(userId: string, socket: LiveSocket, sessionId = ''): boolean {
    const ofUser = this.#byUser.get(userId) ?? new Set()
    if (ofUser.size >= SOCKETS_PER_USER_MAX) return false
    if (!this.#buffer.isEmpty) this.#startBuffer()
    const firstBuffer = this.#bufferNumber
    const connection: Connection = { userId, sessionId, socket, firstBuffer, viewedItemId: undefined }
    this.#connections.set(socket, connection)
    this.#byUser.set(userId, ofUser.add(connection))
    if (ofUser.size === 1) this.#observer?.come(userId)
    return true
  }

  remove(socket: LiveSocket): void {
    const connection = this.#connections.get(socket)
    if (connection === undefined) return
    const { userId } = connection
    this.#setViewed(connection, undefined)
    this.#connections.delete(socket)
    const ofUser = this.#byUser.get(userId)
    ofUser?.delete(connection)
    if (ofUser?.size !== 0) return
    this.#byUser.delete(userId)
    this.#observer?.leave(userId)
  }

  /** Subscribes a connection to an item's order book instead of the one it viewed before; undefined for none. */
  view(socket: LiveSocket, itemId: number | undefined): void {
    const connection = this.#connections.get(socket)
    if (connection !== undefined) this.#setViewed(connection, itemId)
  }

  /** Buffers the events of a committed batch. */
  publish(message: EconomyMessage): void {
    this.#recent.add(message)
    if (this.#connections.size === 0) return
    const factory = new EventFactory(message)
    const sink: FrameSink = {
      isConnected: (userId) => this.#byUser.has(userId),
      isViewed: (itemId) => this.#viewerCounts.has(itemId),
      toAll: (key, payload) => this.#buffer.addShared(key, factory.create(payload)),
      toPlayer: (userId, key, payload) => {
        if (this.#byUser.has(userId)) this.#buffer.addPersonal(userId, key, factory.create(payload))
      },
      toViewers: (itemId, key, payload) => this.#buffer.addToBook(itemId, key, factory.create(payload)),
    }
    for (const { frames } of this.#areas) frames?.(message.updates, sink, message.id)
    this.#scheduleFlush()
  }

  /** Buffers an event that does not come from the economy. */
  broadcast({ key, event, to, hiddenFrom }: Broadcast): void {
    if (this.#connections.size === 0) return
    const isConnected = (userId: string): boolean => this.#byUser.has(userId)
    if (to === null) this.#buffer.addShared(key, event, hiddenFrom.filter(isConnected))
    else for (const userId of to.filter(isConnected)) this.#buffer.addPersonal(userId, key, event)
    this.#scheduleFlush()
  }

  /** Sends all buffered events now. */
  flush(): void {
    while (this.#flush !== undefined || !this.#isBufferEmpty()) this.#continueFlush(Number.POSITIVE_INFINITY)
  }

  /** Closes the connections of a session that has ended. */
  closeSession(sessionId: string): void {
    for (const { socket, sessionId: each } of this.#connections.values()) {
      if (each === sessionId) this.#close(socket, SESSION_ENDED_CLOSE_CODE, 'signed out')
    }
  }

  /** Closes all connections. */
  close(): void {
    this.#closeAll(NORMAL_CLOSE_CODE, 'server stops')
  }

  /** Closes all present connections, spread evenly, so that their clients do not all reconnect at once. */
  async moveAll(overMs: number): Promise<void> {
    const sockets = [...this.#connections.keys()]
    for (let step = 0; step < MOVE_STEPS; step += 1) {
      await new Promise((resolve) => setTimeout(resolve, overMs / MOVE_STEPS))
      const [from, until] = [step, step + 1].map((each) => Math.ceil((sockets.length * each) / MOVE_STEPS))
      for (const socket of sockets.slice(from, until)) this.#close(socket, RECONNECT_CLOSE_CODE, 'server stops')
    }
  }

  /**
   * Forces every client to reconnect and refetch because messages were lost. Also covers clients that have fetched but
   * not connected yet.
   */
  reconnectAll(): void {
    this.#recent.miss()
    this.#closeAll(RECONNECT_CLOSE_CODE, 'refetch')
  }

  #closeAll(code: number, reason: string): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#flush = undefined
    this.#startBuffer()
    this.#fullBuffers = []
    for (const socket of this.#connections.keys()) this.#close(socket, code, reason)
  }

  #close(socket: LiveSocket, code: number, reason: string): void {
    this.remove(socket)
    socket.close(code, reason)
  }

  #setViewed(connection: Connection, itemId: number | undefined): void {
    if (connection.viewedItemId !== undefined) this.#countViewers(connection.viewedItemId, -1)
    if (itemId !== undefined) this.#countViewers(itemId, 1)
    connection.viewedItemId = itemId
  }

  #countViewers(itemId: number, change: number): void {
    const count = (this.#viewerCounts.get(itemId) ?? 0) + change
    if (count === 0) this.#viewerCounts.delete(itemId)
    else this.#viewerCounts.set(itemId, count)
  }

  #isBufferEmpty(): boolean {
    return this.#buffer.isEmpty && this.#fullBuffers.length === 0
  }

  #startBuffer(): void {
    this.#fullBuffers.push(this.#buffer)
    this.#buffer = new EventBuffer()
    this.#bufferNumber += 1
  }

  #scheduleFlush(): void {
    if (this.#timer !== undefined || (this.#flush === undefined && this.#isBufferEmpty())) return
    const delayMs = this.#flush === undefined ? Math.max(FLUSH_INTERVAL_MS, this.#nextFlushMs - performance.now()) : 0
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#continueFlush(FLUSH_SLICE_MS)
      this.#scheduleFlush()
    }, delayMs)
  }

  /** Starts a flush or continues the one in progress for at most `sliceMs`. */
  #continueFlush(sliceMs: number): void {
    const startedMs = performance.now()
    const flush = (this.#flush ??= this.#startFlush())
    let elapsedMs = 0
    for (; flush.next < flush.connections.length && elapsedMs < sliceMs; flush.next += 1) {
      const connection = flush.connections[flush.next]
      if (connection !== undefined) this.#send(connection, flush)
      elapsedMs = performance.now() - startedMs
    }
    flush.busyMs += elapsedMs
    if (flush.next < flush.connections.length) return
    this.#flush = undefined
    this.#nextFlushMs = performance.now() + flush.busyMs / FLUSH_SHARE - flush.busyMs
  }

  #startFlush(): Flush {
    this.#startBuffer()
    const firstBuffer = this.#bufferNumber - this.#fullBuffers.length
    const buffers = new EncodedBuffers(this.#fullBuffers)
    this.#fullBuffers = []
    return { buffers, firstBuffer, connections: [...this.#connections.values()], next: 0, busyMs: 0 }
  }

  #send({ userId, socket, viewedItemId, firstBuffer }: Connection, flush: Flush): void {
    if (socket.readyState !== OPEN || !this.#connections.has(socket)) return
    const bytes = flush.buffers.batchFor(userId, viewedItemId, Math.max(0, firstBuffer - flush.firstBuffer))
    if (bytes.length === 0) return
    if (socket.bufferedAmount <= BUFFERED_BYTES_MAX) socket.send(bytes)
    else this.#close(socket, SLOW_CONSUMER_CLOSE_CODE, 'reads too slowly')
  }
}
