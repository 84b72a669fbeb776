import { setImmediate as afterOthers } from 'node:timers/promises'
import { encodeFollows } from '@clutch/contract/live'
import {
  NORMAL_CLOSE_CODE,
  RECONNECT_CLOSE_CODE,
  SESSION_ENDED_CLOSE_CODE,
  SLOW_CONSUMER_CLOSE_CODE,
} from '@clutch/contract/constants'
import type { EconomyMessage } from '../bus/message.ts'
import type { FrameSink, LiveArea } from './area.ts'
import { Batches } from './batches.ts'
import { encodeEvents, EventMaker, type PendingEvent } from './event-frames.ts'
import { Gathering, type Pending } from './gathering.ts'
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
/**
 * From one batch to the next, at most: where a batch takes long to send, to thousands of sockets, they come more rarely,
 * so that others get their turn, too.
 */
const FLUSH_GAP_MAX_MS = 100
/** Sending may take this part of the time. */
const FLUSH_SHARE = 1 / 3
/** After sending this long everything else that waits has its turn. */
const SENDING_TURN_MS = 5
/** A socket with more than this unsent reads too slowly: it is cut off and reloads when it comes back. */
const BUFFERED_BYTES_MAX = 1_048_576
/** Open connections of one user: several tabs, a phone, an overlay. */
export const SOCKETS_PER_USER_MAX = 10
const OPEN = 1

/** An event that does not come from the economy. */
export interface Telling {
  /** A later event of the same key, which is sent last, takes the place of this one as long as it was not sent. */
  readonly key: string
  readonly event: PendingEvent
  /** Players it is for; null for everybody. */
  readonly to: readonly string[] | null
  /** Players who are not told of what everybody else is told of. */
  readonly hiddenFrom: readonly string[]
}

/** What one connection is sent. */
interface Outgoing {
  readonly userId: string
  readonly socket: LiveSocket
  readonly bytes: Uint8Array
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
  /** What has gathered, cut wherever a connection joined: what came before it is not for it, as it catches up by itself. */
  #gatherings: Gathering[] = []
  #gathering = this.#gatherAnew()
  /** The place of the first gathering that is for a connection; without one it gets all of them. */
  #joinedAt = new Map<LiveSocket, number>()
  #timer: NodeJS.Timeout | undefined
  #isSending = false
  /** As `performance.now()` tells it. */
  #nextFlushMs = 0
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
    if (!this.#gathering.isEmpty) this.#gathering = this.#gatherAnew()
    this.#joinedAt.set(socket, this.#gatherings.length - 1)
    this.#sockets.set(userId, sockets.add(socket))
    this.#sessionOf.set(socket, sessionId)
    if (sockets.size === 1) this.#presence?.come(userId)
    return true
  }

  remove(userId: string, socket: LiveSocket): void {
    this.view(socket, undefined)
    this.#joinedAt.delete(socket)
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
    this.#flushSoon()
  }

  /** Takes in something that happened outside of the economy. */
  tell({ key, event, to, hiddenFrom }: Telling): void {
    if (this.#sockets.size === 0) return
    const isConnected = (userId: string) => this.#sockets.has(userId)
    if (to === null) this.#gathering.addSharedLast(key, event, hiddenFrom.filter(isConnected))
    for (const userId of to ?? []) {
      if (isConnected(userId)) this.#gathering.addPersonalLast(userId, key, event)
    }
    this.#flushSoon()
  }

  /** Sends what has gathered, unless an earlier sending is under way: it follows that one then. */
  flush(): void {
    if (this.#isSending) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    const beganMs = performance.now()
    const batches = new Batches(this.#gatherings.map((gathering) => gathering.encode()))
    const outgoing: Outgoing[] = []
    for (const [userId, sockets] of this.#sockets) {
      for (const socket of sockets) {
        const bytes = batches.batchFor(userId, this.#viewedBy.get(socket), this.#joinedAt.get(socket) ?? 0)
        if (bytes.length > 0) outgoing.push({ userId, socket, bytes })
      }
    }
    this.#gatherings = []
    this.#gathering = this.#gatherAnew()
    this.#joinedAt = new Map()
    void this.#send(outgoing, beganMs)
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

  #gatherAnew(): Gathering {
    const gathering = new Gathering()
    this.#gatherings.push(gathering)
    return gathering
  }

  /** @param gatherMs how long changes gather from now on */
  #flushSoon(gatherMs = FLUSH_DELAY_MS): void {
    if (this.#isSending) return
    this.#timer ??= setTimeout(() => this.flush(), Math.max(gatherMs, this.#nextFlushMs - performance.now()))
  }

  /** Sends to one after another. To thousands that takes long: others have their turn in between. */
  async #send(outgoing: readonly Outgoing[], beganMs: number): Promise<void> {
    this.#isSending = true
    let [spentMs, turnBeganMs] = [0, beganMs]
    for (const each of outgoing) {
      this.#sendOrCut(each)
      const turnMs = performance.now() - turnBeganMs
      if (turnMs < SENDING_TURN_MS) continue
      spentMs += turnMs
      await afterOthers()
      turnBeganMs = performance.now()
    }
    spentMs += performance.now() - turnBeganMs
    this.#isSending = false
    this.#nextFlushMs = beganMs + Math.min(FLUSH_GAP_MAX_MS, Math.max(FLUSH_DELAY_MS, spentMs / FLUSH_SHARE))
    // What has gathered meanwhile has waited as long as this sending took.
    if (this.#sockets.size > 0 && this.#gatherings.some(({ isEmpty }) => !isEmpty)) this.#flushSoon(0)
  }

  #sinkFor(maker: EventMaker): FrameSink {
    return {
      isConnected: (userId) => this.#sockets.has(userId),
      isViewed: (itemId) => this.#viewers.has(itemId),
      toAll: (key, payload) => this.#gathering.addShared(key, maker.make(payload)),
      toPlayer: (userId, key, payload) => {
        if (this.#sockets.has(userId)) this.#gathering.addPersonal(userId, key, maker.make(payload))
      },
      toViewers: (itemId, key, payload) => {
        if (this.#viewers.has(itemId)) this.#gathering.addToBook(itemId, key, maker.make(payload))
      },
    }
  }

  /** One that is cut off hears why, if it reads on before the closing has taken too long. */
  #sendOrCut({ userId, socket, bytes }: Outgoing): void {
    if (socket.readyState !== OPEN) return
    if (socket.bufferedAmount <= BUFFERED_BYTES_MAX) return socket.send(bytes)
    this.remove(userId, socket)
    socket.close(SLOW_CONSUMER_CLOSE_CODE, 'reads too slowly')
  }
}
