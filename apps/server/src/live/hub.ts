import { encodeFollows } from '@clutch/contract/live'
import { NORMAL_CLOSE_CODE, RECONNECT_CLOSE_CODE, SESSION_ENDED_CLOSE_CODE } from '@clutch/contract/constants'
import type { EconomyMessage } from '../bus/message.ts'
import type { FrameSink, LiveArea } from './area.ts'
import { encodeEvents, EventMaker, SharedEvent, type PendingEvent } from './event-frames.ts'
import type { Pending } from './gathering.ts'
import { RecentMessages } from './recent-messages.ts'
import { SendingTurns } from './sending-turns.ts'
import { Shard, type LiveSocket } from './shard.ts'

/** Open connections of one user: several tabs, a phone, an overlay. */
export const SOCKETS_PER_USER_MAX = 10
/** So many are sent to in one go, in some milliseconds. */
const SOCKETS_PER_SHARD = 250

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

/** Hears when a player's first connection opens here, and when the last one is gone. */
export interface ComingAndGoing {
  come(userId: string): void
  leave(userId: string): void
}

/** Sends every socket what concerns it: what everybody sees, the book it looks at, and what is its user's alone. */
export class LiveHub {
  readonly #areas: readonly LiveArea[]
  readonly #presence: ComingAndGoing | undefined
  readonly #shards = new Set<Shard>()
  /** Where a player's connections are. */
  readonly #shardsOf = new Map<string, Set<Shard>>()
  readonly #shardOf = new WeakMap<LiveSocket, Shard>()
  readonly #turns = new SendingTurns(this.#shards)
  /** The sign-in behind a socket: what ends with it. */
  readonly #sessionOf = new WeakMap<LiveSocket, string>()
  readonly #recent = new RecentMessages()

  constructor(areas: readonly LiveArea[], presence?: ComingAndGoing) {
    this.#areas = areas
    this.#presence = presence
  }

  /** Number of open connections. */
  get size(): number {
    let size = 0
    for (const shard of this.#shards) size += shard.size
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
    const shards = this.#shardsOf.get(userId) ?? new Set()
    let openCount = 0
    for (const shard of shards) openCount += shard.socketsOf(userId).size
    if (openCount >= SOCKETS_PER_USER_MAX) return false
    const shard = this.#shardWithRoom()
    shard.add(userId, socket)
    this.#shardOf.set(socket, shard)
    this.#shardsOf.set(userId, shards.add(shard))
    this.#sessionOf.set(socket, sessionId)
    if (openCount === 0) this.#presence?.come(userId)
    return true
  }

  remove(userId: string, socket: LiveSocket): void {
    const shard = this.#shardOf.get(socket)
    const shards = this.#shardsOf.get(userId)
    if (shard === undefined || shards === undefined) return
    shard.remove(userId, socket)
    if (shard.size === 0) this.#shards.delete(shard)
    if (shard.has(userId)) return
    shards.delete(shard)
    if (shards.size > 0) return
    this.#shardsOf.delete(userId)
    this.#presence?.leave(userId)
  }

  /** From now on a player's socket is told of every level of this item's book that changes, and of no other's. */
  view(userId: string, socket: LiveSocket, itemId: number | undefined): void {
    this.#shardOf.get(socket)?.view(userId, socket, itemId)
  }

  /** Takes in what a batch changed; later changes of the same thing replace earlier ones that were not sent yet. */
  publish(message: EconomyMessage): void {
    this.#recent.add(message)
    if (this.#shards.size === 0) return
    const sink = this.#sinkFor(new EventMaker(message))
    for (const { frames } of this.#areas) frames?.(message.updates, sink, message.id)
    this.#turns.expect()
  }

  /** Takes in something that happened outside of the economy. */
  tell({ key, event, to, hiddenFrom }: Telling): void {
    if (to === null) {
      const shared = new SharedEvent(event)
      for (const shard of this.#shards) {
        const hidden = hiddenFrom.filter((userId) => shard.has(userId))
        shard.gather((gathering) => gathering.addSharedLast(key, shared, hidden))
      }
    }
    for (const userId of to ?? []) {
      for (const shard of this.#shardsOf.get(userId) ?? []) {
        shard.gather((gathering) => gathering.addPersonalLast(userId, key, event))
      }
    }
    this.#turns.expect()
  }

  /** Sends what has gathered. */
  flush(): void {
    this.#turns.sendAll()
  }

  /** Ends the connections of a sign-in that has ended. */
  closeSession(sessionId: string): void {
    for (const [userId, socket] of this.#connections()) {
      if (this.#sessionOf.get(socket) !== sessionId) continue
      this.remove(userId, socket)
      socket.close(SESSION_ENDED_CLOSE_CODE, 'signed out')
    }
  }

  /** Ends every connection. */
  close(): void {
    this.#closeAll(NORMAL_CLOSE_CODE, 'server stops')
  }

  /** Makes every client come back and read again, as something was not told; and whoever has read and not come yet. */
  reconnectAll(): void {
    this.#recent.miss()
    this.#closeAll(RECONNECT_CLOSE_CODE, 'read again')
  }

  #closeAll(code: number, reason: string): void {
    this.#turns.stop()
    for (const [userId, socket] of this.#connections()) {
      this.remove(userId, socket)
      socket.close(code, reason)
    }
  }

  #connections(): ReturnType<Shard['connections']> {
    return Array.from(this.#shards, (shard) => shard.connections()).flat()
  }

  #shardWithRoom(): Shard {
    for (const shard of this.#shards) if (shard.size < SOCKETS_PER_SHARD) return shard
    const shard = new Shard((userId, socket) => this.remove(userId, socket))
    this.#shards.add(shard)
    return shard
  }

  #sinkFor(maker: EventMaker): FrameSink {
    return {
      isConnected: (userId) => this.#shardsOf.has(userId),
      isViewed: (itemId) => this.#shardsViewing(itemId).length > 0,
      toAll: (key, payload) => {
        const event = new SharedEvent(maker.make(payload))
        for (const shard of this.#shards) shard.gather((gathering) => gathering.addShared(key, event))
      },
      toPlayer: (userId, key, payload) => {
        const shards = this.#shardsOf.get(userId)
        if (shards === undefined) return
        const event = maker.make(payload)
        for (const shard of shards) shard.gather((gathering) => gathering.addPersonal(userId, key, event))
      },
      toViewers: (itemId, key, payload) => {
        const event = new SharedEvent(maker.make(payload))
        for (const shard of this.#shardsViewing(itemId))
          shard.gather((gathering) => gathering.addToBook(itemId, key, event))
      },
    }
  }

  /** The shards in which somebody looks at an item's book. */
  #shardsViewing(itemId: number): readonly Shard[] {
    return Array.from(this.#shards).filter((shard) => shard.isViewed(itemId))
  }
}
