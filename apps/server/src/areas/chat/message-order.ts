import type { DeletionUpdate, MessageUpdate } from './updates.ts'

/** Messages of several servers come in any order: so long the one between is waited for. */
const GAP_WAIT_MS = 500

export interface MessageOrderOptions {
  /** The newest message that is known already. */
  readonly lastId: number
  readonly deliver: (update: MessageUpdate | DeletionUpdate) => void
  /** Reads messages that were written and never told: their server is gone. */
  readonly readGap: (afterId: number, beforeId: number) => Promise<readonly MessageUpdate[]>
  readonly onError: (error: unknown) => void
}

/** Hands messages on in the order of their ids, which rise by one, each once, whatever server they come from. */
export class MessageOrder {
  readonly #options: MessageOrderOptions
  #lastId: number
  readonly #early = new Map<number, MessageUpdate>()
  /** Deletions of messages that were not handed on yet, by the id of the message. */
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

  /** A message may be deleted while it still waits here: then its deletion is told behind it once more. */
  takeDeletion(deletion: DeletionUpdate): void {
    if (deletion.id > this.#lastId) this.#deletions.set(deletion.id, deletion)
    this.#options.deliver(deletion)
  }

  /** Delivers up to a message; what is in the store no more, either, was forgotten meanwhile. */
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
