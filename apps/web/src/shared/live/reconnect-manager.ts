import {
  RECONNECT_BASE_DELAY_MS,
  RECONNECT_DELAY_FACTOR,
  RECONNECT_MAX_DELAY_MS,
  TOKEN_CHANGE_RECONNECT_DELAY_MS,
} from '@clutch/contract/constants'
import type { Clock, Timer } from '../timing/clock.ts'
import { LiveError } from './live-error.ts'

export type LiveStatus = 'disconnected' | 'connecting' | 'connected' | 'reconnecting' | 'error'

export interface LiveState {
  readonly status: LiveStatus
  /** Failed attempts in a row, as shown while reconnecting. */
  readonly attempt: number
  readonly error: LiveError | null
}

/** One connection attempt, from finding a server to its end. */
export interface Attempt {
  /** @returns whether it was sent; only an open connection sends */
  send(bytes: Uint8Array<ArrayBuffer>): boolean
  /** Probes an open connection; it ends if nothing arrives. */
  probe(): void
  /** Closes normally, without further callbacks. */
  close(): void
}

export interface AttemptCallbacks {
  readonly onOpen: () => void
  /** The attempt failed, or an open connection ended. */
  readonly onEnd: (error: LiveError | null) => void
}

interface ReconnectManagerOptions {
  readonly clock: Clock
  readonly hasToken: () => boolean
  readonly open: (callbacks: AttemptCallbacks) => Attempt
  readonly onState: (state: LiveState) => void
  /** Reconnected: everything missed must be refetched. */
  readonly onReconnected: () => void
}

export const DISCONNECTED: LiveState = { status: 'disconnected', attempt: 0, error: null }

/** How long an error is shown before the wait for the next attempt replaces it. */
const ERROR_READ_MS = 1_500

/** Wait before attempt n = 1, 2, …: 3 s, half as much again each time, at most 30 s (document 1 §4). */
export function reconnectDelayMs(attempt: number): number {
  return Math.min(RECONNECT_BASE_DELAY_MS * RECONNECT_DELAY_FACTOR ** (attempt - 1), RECONNECT_MAX_DELAY_MS)
}

/** Decides when to connect; independent of sockets. */
export class ReconnectManager {
  readonly #options: ReconnectManagerOptions
  #state: LiveState = DISCONNECTED
  #current: Attempt | null = null
  #timer: Timer | null = null
  /** Set while an error is shown. */
  #reading: Timer | null = null
  #wasConnected = false

  constructor(options: ReconnectManagerOptions) {
    this.#options = options
  }

  /** Connects unless connecting or connected already. Without a token it reports an error. */
  connect(): void {
    if (this.#current !== null) return
    this.#clearTimer()
    if (!this.#options.hasToken()) {
      this.#setState({ status: 'error', attempt: 0, error: new LiveError('no_token') })
      return
    }
    const { attempt } = this.#state
    this.#setState({ status: attempt === 0 ? 'connecting' : 'reconnecting', attempt, error: this.#state.error })
    this.#start()
  }

  /** Disconnects on request: no retry, and attempts and error are reset. */
  disconnect(): void {
    this.#drop()
    this.#setState(DISCONNECTED)
  }

  /** Sends over the open connection. @returns whether there is one */
  send(bytes: Uint8Array<ArrayBuffer>): boolean {
    return this.#state.status === 'connected' && (this.#current?.send(bytes) ?? false)
  }

  /** The network or the page is back: probes an open connection, or skips the wait for the next attempt. */
  wake(): void {
    if (this.#current !== null) this.#current.probe()
    else if (this.#timer !== null) this.connect()
  }

  /** The token changed: disconnects, and reconnects with it after a second. */
  tokenChanged(): void {
    const isLive = this.#current !== null || this.#timer !== null
    this.disconnect()
    if (!this.#options.hasToken()) {
      this.#wasConnected = false
      return
    }
    if (isLive) this.#timer = this.#options.clock.schedule(() => this.connect(), TOKEN_CHANGE_RECONNECT_DELAY_MS)
    else this.connect()
  }

  #start(): void {
    let isOver = false
    const attempt = this.#options.open({
      onOpen: () => {
        if (!isOver) this.#opened()
      },
      onEnd: (error) => {
        if (isOver) return
        isOver = true
        this.#ended(error)
      },
    })
    this.#current = {
      send: (bytes) => attempt.send(bytes),
      probe: () => attempt.probe(),
      close() {
        isOver = true
        attempt.close()
      },
    }
    if (isOver) this.#current = null
  }

  #opened(): void {
    // Also after a failed first attempt: data loaded meanwhile may be old.
    const isReturn = this.#wasConnected || this.#state.attempt > 0
    this.#wasConnected = true
    this.#setState({ status: 'connected', attempt: 0, error: null })
    if (isReturn) this.#options.onReconnected()
  }

  #ended(error: LiveError | null): void {
    this.#current = null
    if (!this.#options.hasToken()) {
      this.#setState({ status: 'error', attempt: 0, error: new LiveError('no_token') })
      return
    }
    const attempt = this.#state.attempt + 1
    const waiting: LiveState = { status: 'reconnecting', attempt, error }
    if (error === null) this.#setState(waiting)
    else {
      this.#setState({ status: 'error', attempt, error })
      this.#reading = this.#options.clock.schedule(() => this.#setState(waiting), ERROR_READ_MS)
    }
    this.#timer = this.#options.clock.schedule(() => this.connect(), reconnectDelayMs(attempt))
  }

  #drop(): void {
    this.#clearTimer()
    this.#current?.close()
    this.#current = null
  }

  #clearTimer(): void {
    this.#timer?.cancel()
    this.#timer = null
    this.#reading?.cancel()
    this.#reading = null
  }

  #setState(state: LiveState): void {
    this.#state = state
    this.#options.onState(state)
  }
}
