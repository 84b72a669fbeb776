import type { DeletionUpdate, MessageUpdate } from './updates.ts'

/** How long a missing message is waited for; those of several servers arrive in any order. */
const GAP_WAIT_MS = 500

export interface MessageOrderOptions {
  /** Id of the last delivered message. */
  readonly lastId: number
  readonly deliver: (update: MessageUpdate | DeletionUpdate) => void
  /** Reads messages that were stored but never published because their server stopped. */
  readonly readGap: (afterId: number, beforeId: number) => Promise<readonly MessageUpdate[]>
  readonly onError: (error: unknown) => void
}

/** Delivers messages of all servers once each, in order of their ids, which rise by one. */
export class MessageOrder {
  readonly #options: MessageOrderOptions
  #lastId: number
  readonly #early = new Map<number, MessageUpdate>()
  /** Deletions of messages that have not been delivered yet, by message id. */
  readonly #deletions = new Map<number, DeletionUpdate>()
  #isWaiting = false

  constructor(options: MessageOrderOptions) {
    this.#options = options
    this.#lastId = options.lastId
  }

  take(update: MessageUpdate): void {
    const { id } = update.message
    if (id <= this.#lastId) return
    this.#early.set(id, update)
    this.#deliver()
    if (!this.#isWaiting) this.#waitForGap()
  }

  /** The deletion of a message that is still waiting is delivered at once, and again after the message. */
  takeDeletion(deletion: DeletionUpdate): void {
    if (deletion.id > this.#lastId) this.#deletions.set(deletion.id, deletion)
    this.#options.deliver(deletion)
  }

  /** Delivers up to a message; ids without a row in the store have been deleted. */
  #passTo(nextId: number): void {
    while (this.#lastId < nextId - 1) {
      if (!this.#early.has(this.#lastId + 1)) this.#lastId += 1
      this.#deliver()
    }
    this.#deliver()
    for (const id of this.#early.keys()) if (id <= this.#lastId) this.#early.delete(id)
  }

  #deliver(): void {
    for (let next = this.#early.get(this.#lastId + 1); next !== undefined; next = this.#early.get(this.#lastId + 1)) {
      this.#lastId += 1
      this.#early.delete(this.#lastId)
      this.#options.deliver(next)
      const deletion = this.#deletions.get(this.#lastId)
      if (deletion !== undefined) this.#options.deliver(deletion)
    }
    for (const id of this.#deletions.keys()) if (id <= this.#lastId) this.#deletions.delete(id)
  }

  #waitForGap(): void {
    this.#isWaiting = this.#early.size > 0
    if (this.#isWaiting) setTimeout(() => void this.#fillGap(), GAP_WAIT_MS).unref()
  }

  async #fillGap(): Promise<void> {
    const nextId = Math.min(...this.#early.keys())
    if (this.#early.size > 0) {
      try {
        for (const update of await this.#options.readGap(this.#lastId, nextId))
          this.#early.set(update.message.id, update)
        this.#passTo(nextId)
      } catch (error) {
        this.#options.onError(error)
      }
    }
    this.#waitForGap()
  }
}
