import { SLOW_CONSUMER_CLOSE_CODE } from '@clutch/contract/constants'
import { Batches } from './batches.ts'
import { Gathering } from './gathering.ts'
import { Viewers } from './viewers.ts'

/** What the live connection needs of a websocket. */
export interface LiveSocket {
  readonly bufferedAmount: number
  readonly readyState: number
  send(data: Uint8Array): void
  close(code: number, reason: string): void
}

/** A socket with more than this unsent reads too slowly: it is cut off and reloads when it comes back. */
const BUFFERED_BYTES_MAX = 1_048_576
const OPEN = 1

/** Connections that are sent to in one go, and what has gathered for them. A player's may be in several. */
export class Shard {
  readonly #viewers = new Viewers<LiveSocket>()
  readonly #onCut: (userId: string, socket: LiveSocket) => void
  readonly #sockets = new Map<string, Set<LiveSocket>>()
  /** What has gathered, cut wherever a connection joined: what came before it is not for it, as it catches up by itself. */
  #gatherings: Gathering[] = []
  #gathering = this.#gatherAnew()
  /** The place of the first gathering that is for a connection; without one it gets all of them. */
  #joinedAt = new WeakMap<LiveSocket, number>()
  #waitingSinceMs: number | undefined
  #size = 0

  /** @param onCut told of a connection that is cut off */
  constructor(onCut: (userId: string, socket: LiveSocket) => void) {
    this.#onCut = onCut
  }

  /** Number of open connections. Every connection that opens asks for it, so it is counted along. */
  get size(): number {
    return this.#size
  }

  /** Since when something waits to be sent, as `performance.now()` tells it; undefined when nothing does. */
  get waitingSinceMs(): number | undefined {
    return this.#waitingSinceMs
  }

  has(userId: string): boolean {
    return this.#sockets.has(userId)
  }

  /** A player's connections. */
  socketsOf(userId: string): ReadonlySet<LiveSocket> {
    return this.#sockets.get(userId) ?? new Set()
  }

  /** Every connection, with whose it is, as of now: whoever goes through them may remove some. */
  connections(): readonly (readonly [userId: string, socket: LiveSocket])[] {
    return Array.from(this.#sockets, ([userId, sockets]) =>
      Array.from(sockets, (socket) => [userId, socket] as const),
    ).flat()
  }

  add(userId: string, socket: LiveSocket): void {
    if (!this.#gathering.isEmpty) this.#gathering = this.#gatherAnew()
    this.#joinedAt.set(socket, this.#gatherings.length - 1)
    this.#sockets.set(userId, (this.#sockets.get(userId) ?? new Set()).add(socket))
    this.#size += 1
  }

  remove(userId: string, socket: LiveSocket): void {
    this.#viewers.set(socket, undefined)
    const sockets = this.#sockets.get(userId)
    if (sockets?.delete(socket) === true) this.#size -= 1
    if (sockets?.size === 0) this.#sockets.delete(userId)
  }

  /** From now on one of the connections is told of the changes of this item's book, and of no other's. */
  view(userId: string, socket: LiveSocket, itemId: number | undefined): void {
    if (this.socketsOf(userId).has(socket)) this.#viewers.set(socket, itemId)
  }

  isViewed(itemId: number): boolean {
    return this.#viewers.has(itemId)
  }

  /** Takes in what is to be sent. */
  gather(take: (gathering: Gathering) => void): void {
    take(this.#gathering)
    if (!this.#gathering.isEmpty) this.#waitingSinceMs ??= performance.now()
  }

  /** Sends each connection what has gathered for it. */
  send(): void {
    const batches = new Batches(this.#gatherings.map((gathering) => gathering.encode()))
    const joinedAt = this.#joinedAt
    this.#gatherings = []
    this.#gathering = this.#gatherAnew()
    this.#joinedAt = new WeakMap()
    this.#waitingSinceMs = undefined
    for (const [userId, socket] of this.connections()) {
      const bytes = batches.batchFor(userId, this.#viewers.itemOf(socket), joinedAt.get(socket) ?? 0)
      if (bytes.length > 0) this.#sendOrCut(userId, socket, bytes)
    }
  }

  #gatherAnew(): Gathering {
    const gathering = new Gathering()
    this.#gatherings.push(gathering)
    return gathering
  }

  /** One that is cut off hears why, if it reads on before the closing has taken too long. */
  #sendOrCut(userId: string, socket: LiveSocket, bytes: Uint8Array): void {
    if (socket.readyState !== OPEN) return
    if (socket.bufferedAmount <= BUFFERED_BYTES_MAX) return socket.send(bytes)
    this.#onCut(userId, socket)
    socket.close(SLOW_CONSUMER_CLOSE_CODE, 'reads too slowly')
  }
}
