import { NORMAL_CLOSE_CODE, SESSION_ENDED_CLOSE_CODE, SLOW_CONSUMER_CLOSE_CODE } from '@clutch/contract/constants'
import type { EconomyMessage } from '../bus/message.ts'
import { frameMessage, type EventFrame } from './event-frames.ts'

/** What the hub needs of a websocket. */
export interface LiveSocket {
  readonly bufferedAmount: number
  readonly readyState: number
  send(data: Uint8Array): void
  close(code: number, reason: string): void
}

/** Changes gather this long and travel as one batch per socket. */
const FLUSH_DELAY_MS = 40
/** A socket with more than this unsent reads too slowly: it is cut off and reloads when it comes back. */
const BUFFERED_BYTES_MAX = 1_048_576
/** Open connections of one user: several tabs, a phone, an overlay. */
export const SOCKETS_PER_USER_MAX = 10
const OPEN = 1

/** Sends every socket what concerns it: what everybody sees, and what is its user's alone. */
export class LiveHub {
  readonly #sockets = new Map<string, Set<LiveSocket>>()
  /** The sign-in behind a socket: what ends with it. */
  readonly #sessionOf = new WeakMap<LiveSocket, string>()
  #shared = new Map<string, EventFrame>()
  #personal = new Map<string, Map<string, EventFrame>>()
  #timer: NodeJS.Timeout | undefined

  /** Number of open connections. */
  get size(): number {
    let size = 0
    for (const sockets of this.#sockets.values()) size += sockets.size
    return size
  }

  /** @returns false when the user has too many connections open; the socket is then not added. */
  add(userId: string, socket: LiveSocket, sessionId = ''): boolean {
    const sockets = this.#sockets.get(userId) ?? new Set()
    if (sockets.size >= SOCKETS_PER_USER_MAX) return false
    this.#sockets.set(userId, sockets.add(socket))
    this.#sessionOf.set(socket, sessionId)
    return true
  }

  remove(userId: string, socket: LiveSocket): void {
    const sockets = this.#sockets.get(userId)
    sockets?.delete(socket)
    if (sockets?.size === 0) this.#sockets.delete(userId)
  }

  /** Takes in what a batch changed; later changes of the same thing replace earlier ones that were not sent yet. */
  publish(message: EconomyMessage): void {
    if (this.#sockets.size === 0) return
    const { shared, personal } = frameMessage(message)
    for (const frame of shared) this.#shared.set(frame.key, frame)
    for (const { userId, frame } of personal) {
      if (!this.#sockets.has(userId)) continue
      const frames = this.#personal.get(userId) ?? new Map<string, EventFrame>()
      this.#personal.set(userId, frames.set(frame.key, frame))
    }
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_DELAY_MS)
  }

  /** Sends what has gathered. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const shared = joinFrames(this.#shared)
    const personal = this.#personal
    this.#shared = new Map()
    this.#personal = new Map()
    for (const [userId, sockets] of this.#sockets) {
      const own = personal.get(userId)
      const batch = own === undefined ? shared : Buffer.concat([shared, joinFrames(own)])
      if (batch.length > 0) for (const socket of sockets) this.#sendOrCut(userId, socket, batch)
    }
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
    clearTimeout(this.#timer)
    for (const sockets of this.#sockets.values())
      for (const socket of sockets) socket.close(NORMAL_CLOSE_CODE, 'server stops')
    this.#sockets.clear()
  }

  /** One that is cut off hears why, if it reads on before the closing has taken too long. */
  #sendOrCut(userId: string, socket: LiveSocket, batch: Uint8Array): void {
    if (socket.readyState !== OPEN) return
    if (socket.bufferedAmount <= BUFFERED_BYTES_MAX) return socket.send(batch)
    this.remove(userId, socket)
    socket.close(SLOW_CONSUMER_CLOSE_CODE, 'reads too slowly')
  }
}

function joinFrames(frames: ReadonlyMap<string, EventFrame>): Buffer {
  return Buffer.concat(Array.from(frames.values(), ({ bytes }) => bytes))
}
