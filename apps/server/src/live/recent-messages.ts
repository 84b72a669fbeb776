import type { EconomyMessage } from '../bus/message.ts'
import { LIVE_TOKEN_LIFE_MS } from './single-use-tokens.ts'

/**
 * Changes that are kept at most. Up to some hundred orders a second that is all of the time for which a token of the live
 * connection is good; on a market busier than that whoever connects late reads again, and memory is spared.
 */
const CHANGES_MAX = 50_000

/** The messages of the last moments, for connections that were promised before they happened and open after it. */
export class RecentMessages {
  readonly #nowMs: () => number
  readonly #kept: { readonly message: EconomyMessage; readonly atMs: number; readonly changes: number }[] = []
  #changes = 0
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
    // The least message counts, too, so that none are kept without a limit.
    const changes = 1 + countEntries(message.updates)
    this.#kept.push({ message, atMs: nowMs, changes })
    this.#changes += changes
    this.#lastId = message.id
    while (this.#changes > CHANGES_MAX || (this.#kept[0]?.atMs ?? nowMs) < nowMs - LIVE_TOKEN_LIFE_MS) {
      const dropped = this.#kept.shift()
      if (dropped === undefined) break
      this.#changes -= dropped.changes
      this.#completeAfterId = dropped.message.id
    }
  }

  /** @returns all messages after one; undefined when some of them are not known any more. */
  after(messageId: number): readonly EconomyMessage[] | undefined {
    if (messageId < this.#completeAfterId) return undefined
    return this.#kept.map(({ message }) => message).filter(({ id }) => id > messageId)
  }

  /** Something was missed: whoever has read up to now, and knows of no later message, cannot be told what. */
  miss(): void {
    this.#forgetAll(this.#lastId + 1)
  }

  #forgetAll(completeAfterId: number): void {
    this.#kept.length = 0
    this.#changes = 0
    this.#completeAfterId = completeAfterId
  }
}

/** How many entries the lists of a value hold, and those of what it consists of. */
function countEntries(value: object): number {
  if (Array.isArray(value)) return value.length
  let count = 0
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) count += countEntries(part)
  return count
}
