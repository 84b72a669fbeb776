import type { WriterConnection } from '../store/writer-connection.ts'
import { KeyFilter } from './key-filter.ts'
import { selectUsedKeys, type KeyLimits } from './known-outcomes.ts'
import { outcomeKey } from './submission.ts'

export interface UsedKeysOptions {
  readonly connection: Pick<WriterConnection, 'lookUp'>
  readonly limits: KeyLimits
  /** Told of a read that failed. */
  readonly onFailure: (error: unknown) => void
}

/**
 * Tells a key that was never used from one that may have been, so that only the latter has to be looked up. Only the
 * holder of the lease writes outcomes: what is stored when it begins, and what it writes from then on, is all there is.
 */
export class UsedKeys {
  readonly #options: UsedKeysOptions
  /** Has all keys; undefined before they have been read. */
  #filter: KeyFilter | undefined
  /** Will have all keys when they have been read. */
  #next: KeyFilter | undefined
  /** With so many in the filter they are read anew, without those that have been forgotten since. */
  #fullAt = 0
  /** The keys added last: their outcomes may be on their way, where no read sees them. */
  #latest: readonly string[] = []
  #reading: Promise<void> | undefined
  #isStopped = false

  constructor(options: UsedKeysOptions) {
    this.#options = options
    this.#readAnew(options.limits.capacityMin)
  }

  /** Reads no further. Resolves when what is on its way has arrived. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#reading
  }

  /** Whether the key may have an outcome that is stored or on its way. False is certain. */
  mayHave(key: string): boolean {
    return this.#filter?.mayHave(key) ?? true
  }

  /** Takes in the keys of outcomes before they are on their way to the disk, when those before them have arrived. */
  add(keys: readonly string[]): void {
    this.#latest = keys
    for (const key of keys) {
      this.#filter?.add(key)
      this.#next?.add(key)
    }
    if (this.#filter === undefined) this.#readAnew(this.#options.limits.capacityMin)
    else if (this.#filter.size >= this.#fullAt) this.#readAnew(this.#filter.capacity)
  }

  /** Says of no key that it was never used before all have been read anew: what is known may not be what is stored. */
  startAnew(): void {
    this.#filter = undefined
    this.#readAnew(this.#options.limits.capacityMin)
  }

  /** Without a filter, or with one that is full, it goes on as before when that fails, and tries again. */
  #readAnew(capacity: number): void {
    if (this.#reading !== undefined || this.#isStopped) return
    this.#reading = this.#read(capacity)
      .catch((error: unknown) => {
        if (!this.#isStopped) this.#options.onFailure(error)
      })
      .finally(() => {
        this.#next = undefined
        this.#reading = undefined
      })
  }

  /** Reads all keys into a filter that is made for twice as many, if there may be one. */
  async #read(capacity: number): Promise<void> {
    const next = new KeyFilter(capacity)
    this.#next = next
    for (const key of this.#latest) next.add(key)
    for await (const keys of this.#pages()) for (const key of keys) next.add(key)
    if (this.#isStopped) return
    this.#filter = next
    this.#fullAt = Math.max(capacity, next.size + capacity / 2)
    if (next.size > capacity / 2 && capacity < this.#options.limits.capacityMax) await this.#read(capacity * 2)
  }

  async *#pages(): AsyncGenerator<readonly string[]> {
    const { connection, limits } = this.#options
    let last: { readonly ownerId: string; readonly key: string } | undefined
    while (!this.#isStopped) {
      const [rows = []] = await connection.lookUp([selectUsedKeys(last, limits.page)])
      const page = rows.map((row) => ({ ownerId: String(row['owner_id']), key: String(row['key']) }))
      yield page.map(outcomeKey)
      if (page.length < limits.page) return
      last = page.at(-1)
    }
  }
}
