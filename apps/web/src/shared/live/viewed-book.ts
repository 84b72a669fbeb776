import type { ClientMessageInit } from '@clutch/contract/live/client-message'
import type { Clock } from '../timing/clock.ts'

/** @returns whether it was sent. */
export type SendMessage = (message: ClientMessageInit) => boolean

/** So long a reader waits to hear that changes follow; then it reads all the same. */
export const VIEW_TIMEOUT_MS = 1_000

/** Tells the server which book is on screen, so that its changes come by themselves. */
export class ViewedBook {
  readonly #clock: Clock
  readonly #send: SendMessage
  /** Books on screen, the one looked at last at the end. */
  readonly #onScreen: number[] = []
  /** What the server of this connection was told last; 0 for no book. */
  #asked = 0
  #confirmed: number | undefined
  #waiting: (() => void)[] = []

  constructor(clock: Clock, send: SendMessage) {
    this.#clock = clock
    this.#send = send
  }

  /** The book whose changes come by themselves. */
  get followed(): number | undefined {
    return this.#confirmed
  }

  /** @returns what takes it off the screen again. */
  show(itemId: number): () => void {
    this.#onScreen.push(itemId)
    this.#ask()
    return () => {
      this.#onScreen.splice(this.#onScreen.lastIndexOf(itemId), 1)
      this.#ask()
    }
  }

  /** To be told that a connection has opened: it knows nothing of what is on screen. */
  connected(): void {
    this.#asked = 0
    this.#confirmed = undefined
    this.#ask()
  }

  /** To be told that the connection is gone. */
  lost(): void {
    this.#asked = 0
    this.#confirmed = undefined
    this.#release()
  }

  /** To be told what the server has confirmed. */
  confirm(itemId: number): void {
    if (itemId !== this.#asked) return
    this.#confirmed = itemId === 0 ? undefined : itemId
    this.#release()
  }

  /** Waits until changes of a book follow, so that what is read then misses none; not for a book that is not shown. */
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
