import type { ClientMessageInit } from '@clutch/contract/live/client-message'
import type { Clock } from '../timing/clock.ts'

/** @returns whether it was sent */
export type SendMessage = (message: ClientMessageInit) => boolean

/** How long a reader waits for the server's confirmation before it reads anyway. */
export const VIEW_TIMEOUT_MS = 1_000

/** Subscribes to the order book on screen. */
export class ViewedBook {
  readonly #clock: Clock
  readonly #send: SendMessage
  /** Books on screen, the latest last. */
  readonly #onScreen: number[] = []
  /** Last subscription sent over this connection; 0 for none. */
  #asked = 0
  #confirmed: number | undefined
  #waiting: (() => void)[] = []

  constructor(clock: Clock, send: SendMessage) {
    this.#clock = clock
    this.#send = send
  }

  /** The subscribed book. */
  get followed(): number | undefined {
    return this.#confirmed
  }

  /** @returns takes it off the screen */
  show(itemId: number): () => void {
    this.#onScreen.push(itemId)
    this.#ask()
    return () => {
      this.#onScreen.splice(this.#onScreen.lastIndexOf(itemId), 1)
      this.#ask()
    }
  }

  /** Call when a connection has opened: it has no subscription yet. */
  connected(): void {
    this.#asked = 0
    this.#confirmed = undefined
    this.#ask()
  }

  /** Call when the connection is gone. */
  lost(): void {
    this.#asked = 0
    this.#confirmed = undefined
    this.#release()
  }

  /** Call with the server's confirmation. */
  confirm(itemId: number): void {
    if (itemId !== this.#asked) return
    this.#confirmed = itemId === 0 ? undefined : itemId
    this.#release()
  }

  /**
   * Waits until a book's changes are delivered, so that a read after it misses none; does not wait for a book that is
   * not shown.
   */
  async ready(itemId: number): Promise<void> {
    if (itemId === this.#confirmed || itemId !== this.#asked) return
    await new Promise<void>((resolve) => {
      const timeout = this.#clock.schedule(resolve, VIEW_TIMEOUT_MS)
      this.#waiting.push(() => {
        timeout.cancel()
        resolve()
      })
    })
  }

  #ask(): void {
    const itemId = this.#onScreen.at(-1) ?? 0
    if (itemId === this.#asked || !this.#send({ viewedItemId: BigInt(itemId) })) return
    this.#asked = itemId
    this.#confirmed = undefined
    this.#release()
  }

  #release(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }
}
