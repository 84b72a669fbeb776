import { encodeFollows } from '@clutch/contract/live'
import {
  NORMAL_CLOSE_CODE,
  RECONNECT_CLOSE_CODE,
  SESSION_ENDED_CLOSE_CODE,
  SLOW_CONSUMER_CLOSE_CODE,
} from '@clutch/contract/constants'
import type { EconomyMessage } from '../bus/message.ts'
import type { FrameSink, LiveArea } from './area.ts'
import { encodeEvents, EventMaker, type PendingEvent } from './event-frames.ts'
import { RecentMessages } from './recent-messages.ts'

/** What the hub needs of a websocket. */
export interface LiveSocket {
  readonly bufferedAmount: number
  readonly readyState: number
  send(data: Uint8Array): void
  close(code: number, reason: string): void
}

/** Changes gather this long and travel as one batch per socket. */
const FLUSH_DELAY_MS = 40
/** Where a batch takes long to send, to thousands of sockets, changes gather longer, so that others get their turn, too. */
const FLUSH_DELAY_MAX_MS = 120
/** Sending may take this part of the time. */
const FLUSH_SHARE = 1 / 4
/** A socket with more than this unsent reads too slowly: it is cut off and reloads when it comes back. */
const BUFFERED_BYTES_MAX = 1_048_576
/** Open connections of one user: several tabs, a phone, an overlay. */
export const SOCKETS_PER_USER_MAX = 10
const OPEN = 1

/** By key: a later event takes the place of an earlier one. */
type Pending = Map<string, PendingEvent>

/** An event that does not come from the economy. */
export interface Telling {
  /** A later event of the same key takes the place of this one as long as it was not sent. */
  readonly key: string
  readonly event: PendingEvent
  /** Players it is for; null for everybody. */
  readonly to: readonly string[] | null
  /** Players who are not told of what everybody else is told of. */
  readonly hiddenFrom: readonly string[]
}

/** Hears when a player's first connection opens here, and when the last one is gone. */
export interface ComingAndGoing {
  come(userId: string): void
  leave(userId: string): void
}

/** Sends every socket what concerns it: what everybody sees, the book it looks at, and what is its user's alone. */
export class LiveHub {
  readonly #areas: readonly LiveArea[]
  readonly #presence: ComingAndGoing | undefined
  readonly #sockets = new Map<string, Set<LiveSocket>>()
  /** The sign-in behind a socket: what ends with it. */
  readonly #sessionOf = new WeakMap<LiveSocket, string>()
  /** Who looks at which item's book; a socket looks at one at most. */
  readonly #viewers = new Map<number, Set<LiveSocket>>()
  readonly #viewedBy = new Map<LiveSocket, number>()
  #shared: Pending = new Map()
  /** Events for everybody that some are not told of, by key. */
  #hiddenFrom = new Map<string, readonly string[]>()
  #personal = new Map<string, Pending>()
  #books = new Map<number, Pending>()
  #timer: NodeJS.Timeout | undefined
  #flushDelayMs = FLUSH_DELAY_MS
  readonly #recent = new RecentMessages()

  constructor(areas: readonly LiveArea[], presence?: ComingAndGoing) {
    this.#areas = areas
    this.#presence = presence
  }

  /** Number of open connections. */
  get size(): number {
    let size = 0
    for (const sockets of this.#sockets.values()) size += sockets.size
    return size
  }

  /** The newest message that has been heard of here: whoever reads now knows all up to it. */
  get lastMessageId(): number {
    return this.#recent.lastId
  }

  /**
   * Sends a new connection what happened since a message, as far as it concerns it, and says that it misses nothing
   * after that. Where this is not known it says nothing: the client reads again what it has read.
   */
  catchUp(userId: string, socket: LiveSocket, sinceId: number): void {
    const missed = this.#recent.after(sinceId)
    if (missed === undefined) return
    const pending: Pending = new Map()
    for (const message of missed) {
      const maker = new EventMaker(message)
      const sink: FrameSink = {
        isConnected: (each) => each === userId,
        isViewed: () => false,
        toAll: (key, payload) => void pending.set(`all:${key}`, maker.make(payload)),
        toPlayer(each, key, payload) {
          if (each === userId) pending.set(`own:${key}`, maker.make(payload))
        },
        toViewers: () => undefined,
      }
      for (const { frames: tell } of this.#areas) tell?.(message.updates, sink, message.id)
    }
    socket.send(Buffer.concat([encodeEvents(pending.values()), encodeFollows(sinceId)]))
  }

  /** @returns false when the user has too many connections open; the socket is then not added. */
  add(userId: string, socket: LiveSocket, sessionId = ''): boolean {
    const sockets = this.#sockets.get(userId) ?? new Set()
    if (sockets.size >= SOCKETS_PER_USER_MAX) return false
    // What has gathered for others is older than this connection, which catches up by itself.
    this.flush()
    this.#sockets.set(userId, sockets.add(socket))
    this.#sessionOf.set(socket, sessionId)
    if (sockets.size === 1) this.#presence?.come(userId)
    return true
  }

  remove(userId: string, socket: LiveSocket): void {
    this.view(socket, undefined)
    const sockets = this.#sockets.get(userId)
    const wasThere = sockets?.delete(socket) === true
    if (sockets?.size !== 0) return
    this.#sockets.delete(userId)
    if (wasThere) this.#presence?.leave(userId)
  }

  /** From now on the socket is told of every level of this item's book that changes, and of no other's. */
  view(socket: LiveSocket, itemId: number | undefined): void {
    const before = this.#viewedBy.get(socket)
    if (before !== undefined) {
      const viewers = this.#viewers.get(before)
      viewers?.delete(socket)
      if (viewers?.size === 0) this.#viewers.delete(before)
      this.#viewedBy.delete(socket)
    }
    if (itemId === undefined) return
    this.#viewedBy.set(socket, itemId)
    this.#viewers.set(itemId, (this.#viewers.get(itemId) ?? new Set()).add(socket))
  }

  /** Takes in what a batch changed; later changes of the same thing replace earlier ones that were not sent yet. */
  publish(message: EconomyMessage): void {
    this.#recent.add(message)
    if (this.#sockets.size === 0) return
    const sink = this.#sinkFor(new EventMaker(message))
    for (const { frames } of this.#areas) frames?.(message.updates, sink, message.id)
    this.#timer ??= setTimeout(() => this.flush(), this.#flushDelayMs)
  }

  /** Takes in something that happened outside of the economy. */
  tell({ key, event, to, hiddenFrom }: Telling): void {
    if (this.#sockets.size === 0) return
    if (to === null) {
      this.#shared.set(key, event)
      if (hiddenFrom.some((userId) => this.#sockets.has(userId))) this.#hiddenFrom.set(key, hiddenFrom)
    }
    for (const userId of to ?? []) {
      if (this.#sockets.has(userId)) pendingOf(this.#personal, userId).set(key, event)
    }
    this.#timer ??= setTimeout(() => this.flush(), this.#flushDelayMs)
  }

  /** Sends what has gathered. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const beganMs = performance.now()
    const forMost = encodeEvents(this.#shared.values())
    const sharedWith = this.#encodeForOthers()
    const books = new Map(Array.from(this.#books, ([itemId, pending]) => [itemId, encodeEvents(pending.values())]))
    const personal = this.#personal
    this.#shared = new Map()
    this.#hiddenFrom = new Map()
    this.#personal = new Map()
    this.#books = new Map()
    for (const [userId, sockets] of this.#sockets) {
      const shared = sharedWith.get(userId) ?? forMost
      const own = personal.get(userId)
      const batch = own === undefined ? shared : Buffer.concat([shared, encodeEvents(own.values())])
      for (const socket of sockets) {
        const viewed = this.#viewedBy.get(socket)
        const book = viewed === undefined ? undefined : books.get(viewed)
        const bytes = book === undefined ? batch : Buffer.concat([batch, book])
        if (bytes.length > 0) this.#sendOrCut(userId, socket, bytes)
      }
    }
    const tookMs = performance.now() - beganMs
    this.#flushDelayMs = Math.min(FLUSH_DELAY_MAX_MS, Math.max(FLUSH_DELAY_MS, tookMs / FLUSH_SHARE))
  }

  /** Ends the connections of a sign-in that has ended. */
  closeSession(sessionId: string): void {
    for (const [userId, sockets] of this.#sockets) {
      for (const socket of sockets) {
        if (this.#sessionOf.get(socket) !== sessionId) continue
        this.remove(userId, socket)
        socket.close(SESSION_ENDED_CLOSE_CODE, 'signed out')
      }
    }
  }

  /** Ends every connection. */
  close(): void {
    this.#closeAll(NORMAL_CLOSE_CODE, 'server stops')
  }

  /** Makes every client come back and read again, as something was not told. */
  reconnectAll(): void {
    this.#closeAll(RECONNECT_CLOSE_CODE, 'read again')
  }

  #closeAll(code: number, reason: string): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const [userId, sockets] of this.#sockets) {
      for (const socket of sockets) {
        this.remove(userId, socket)
        socket.close(code, reason)
      }
    }
  }

  /** What everybody is told, for those who are not told all of it. */
  #encodeForOthers(): Map<string, Uint8Array> {
    const others = new Set(Array.from(this.#hiddenFrom.values()).flat())
    const batches = new Map<string, Uint8Array>()
    for (const userId of others) {
      if (!this.#sockets.has(userId)) continue
      const seen = Array.from(this.#shared).filter(([key]) => this.#hiddenFrom.get(key)?.includes(userId) !== true)
      batches.set(userId, encodeEvents(seen.map(([, event]) => event)))
    }
    return batches
  }

  #sinkFor(maker: EventMaker): FrameSink {
    return {
      isConnected: (userId) => this.#sockets.has(userId),
      isViewed: (itemId) => this.#viewers.has(itemId),
      toAll: (key, payload) => void this.#shared.set(key, maker.make(payload)),
      toPlayer: (userId, key, payload) => {
        if (this.#sockets.has(userId)) pendingOf(this.#personal, userId).set(key, maker.make(payload))
      },
      toViewers: (itemId, key, payload) => {
        if (this.#viewers.has(itemId)) pendingOf(this.#books, itemId).set(key, maker.make(payload))
      },
    }
  }

  /** One that is cut off hears why, if it reads on before the closing has taken too long. */
  #sendOrCut(userId: string, socket: LiveSocket, batch: Uint8Array): void {
    if (socket.readyState !== OPEN) return
    if (socket.bufferedAmount <= BUFFERED_BYTES_MAX) return socket.send(batch)
    this.remove(userId, socket)
    socket.close(SLOW_CONSUMER_CLOSE_CODE, 'reads too slowly')
  }
}

function pendingOf<Key>(all: Map<Key, Pending>, key: Key): Pending {
  const known = all.get(key)
  if (known !== undefined) return known
  const pending: Pending = new Map()
  all.set(key, pending)
  return pending
}
