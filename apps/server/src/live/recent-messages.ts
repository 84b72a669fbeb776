import type { EconomyMessage } from '../bus/message.ts'
import { LIVE_TOKEN_LIFE_MS } from './live-tickets.ts'

/**
 * Limit on buffered changes, to bound memory. Covers the lifetime of a connection token at several hundred orders per
 * second; on busier markets, clients that connect late refetch.
 */
const CHANGES_MAX = 50_000

/** Recent messages, for connections whose token was issued before them and that open after them. */
export class RecentMessages {
  readonly #nowMs: () => number
  readonly #messages: { readonly message: EconomyMessage; readonly atMs: number; readonly changes: number }[] = []
  #changes = 0
  #lastId = 0
  /** All messages after this one are available. */
  #completeAfterId = 0

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs
  }

  /** Id of the newest message received; 0 before the first. */
  get lastId(): number {
    return this.#lastId
  }

  add(message: EconomyMessage): void {
    // A gap in the ids, as after a change of writers: the messages in between were lost.
    if (this.#lastId !== 0 && message.id !== this.#lastId + 1) this.#clear(message.id - 1)
    const nowMs = this.#nowMs()
    // An empty message counts as one change, so that their number is limited too.
    const changes = 1 + countEntries(message.updates)
    this.#messages.push({ message, atMs: nowMs, changes })
    this.#changes += changes
    this.#lastId = message.id
    while (this.#changes > CHANGES_MAX || (this.#messages[0]?.atMs ?? nowMs) < nowMs - LIVE_TOKEN_LIFE_MS) {
      const dropped = this.#messages.shift()
      if (dropped === undefined) break
      this.#changes -= dropped.changes
      this.#completeAfterId = dropped.message.id
    }
  }

  /** @returns all messages after an id; undefined when some of them are not available */
  after(messageId: number): readonly EconomyMessage[] | undefined {
    if (messageId < this.#completeAfterId) return undefined
    return this.#messages.map(({ message }) => message).filter(({ id }) => id > messageId)
  }

  /** Messages were lost, so clients that have fetched up to here cannot be caught up. */
  miss(): void {
    this.#clear(this.#lastId + 1)
  }

  #clear(completeAfterId: number): void {
    this.#messages.length = 0
    this.#changes = 0
    this.#completeAfterId = completeAfterId
  }
}

/** Total number of entries in the lists of a value, recursively. */
function countEntries(value: object): number {
  if (Array.isArray(value)) return value.length
  let count = 0
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) count += countEntries(part)
  return count
}
