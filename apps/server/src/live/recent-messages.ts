import type { EconomyMessage } from '../bus/message.ts'
import { LIVE_TOKEN_LIFE_MS } from './single-use-tokens.ts'

/** More than the busiest writer makes while a token of the live connection is good. */
const KEPT_MAX = 2_000

/** The messages of the last moments, for connections that were promised before they happened and open after it. */
export class RecentMessages {
  readonly #nowMs: () => number
  readonly #kept: { readonly message: EconomyMessage; readonly atMs: number }[] = []
  #lastId = 0
  /** Every message after this one is kept. */
  #completeAfterId = 0

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs
  }

  /** The newest message this server has heard of; 0 before the first. */
  get lastId(): number {
    return this.#lastId
  }

  add(message: EconomyMessage): void {
    // Another writer begins to count where the last one was heard of, or later: what lies between was not heard.
    if (this.#lastId !== 0 && message.id !== this.#lastId + 1) this.#forgetAll(message.id - 1)
    const nowMs = this.#nowMs()
    this.#kept.push({ message, atMs: nowMs })
    this.#lastId = message.id
    while (this.#kept.length > KEPT_MAX || (this.#kept[0]?.atMs ?? nowMs) < nowMs - LIVE_TOKEN_LIFE_MS) {
      const dropped = this.#kept.shift()
      if (dropped !== undefined) this.#completeAfterId = dropped.message.id
    }
  }

  /** @returns all messages after one; undefined when some of them are not known any more. */
  after(messageId: number): readonly EconomyMessage[] | undefined {
    if (messageId < this.#completeAfterId) return undefined
    return this.#kept.map(({ message }) => message).filter(({ id }) => id > messageId)
  }

  #forgetAll(completeAfterId: number): void {
    this.#kept.length = 0
    this.#completeAfterId = completeAfterId
  }
}
