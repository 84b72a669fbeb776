import type { WriterConnection } from '../store/writer-connection.ts'
import { BloomFilter } from './bloom-filter.ts'
import { selectUsedKeys, type KeyLimits } from './known-outcomes.ts'
import { outcomeKey } from './submission.ts'

export interface UsedKeysOptions {
  readonly connection: Pick<WriterConnection, 'lookUp'>
  readonly limits: KeyLimits
  /** Called when reading the keys failed. */
  readonly onFailure: (error: unknown) => void
}

/** Pause after each page, as a multiple of the time it took: reading the keys is not urgent. */
const PAUSE_FACTOR = 9

/**
 * Recognizes idempotency keys that were never used, so that only the others are looked up in the store. Contains the
 * stored keys, those the writer adds, and those that calls bypassing the writer announce (`keys_used`).
 */
export class UsedKeys {
  readonly #options: UsedKeysOptions
  /** Contains all keys; undefined until they have been read. */
  #filter: BloomFilter | undefined
  /** The filter being filled. */
  #next: BloomFilter | undefined
  /** Size at which the filter is rebuilt, without keys that have been deleted since. */
  #fullAt = 0
  /** Keys of the batch being committed, which no read sees yet. */
  #latest: readonly string[] = []
  #reading: Promise<void> | undefined
  /** Ends the pause after a page. */
  #endPause: (() => void) | undefined
  /** The keys read so far may differ from those stored. */
  #isOutdated = false
  #isStopped = false

  constructor(options: UsedKeysOptions) {
    this.#options = options
    this.#rebuild()
  }

  /** Stops reading. Resolves when the query in progress has finished. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#endPause?.()
    await this.#reading
  }

  /** Whether the key may have an outcome that is stored or being committed. False is certain. */
  mayHave(key: string): boolean {
    return this.#filter?.mayHave(key) ?? true
  }

  /** Adds the keys of a batch. Call before it is sent to the store and after the previous batch is durable. */
  add(keys: readonly string[]): void {
    this.#latest = keys
    for (const key of keys) this.note(key)
    if (this.#filter === undefined || this.#filter.size >= this.#fullAt) this.#rebuild()
  }

  /** Adds a key before another part of the system stores its outcome. */
  note(key: string): void {
    this.#filter?.add(key)
    this.#next?.add(key)
  }

  /** Discards the filter: it may differ from the store. Until it is rebuilt, every key counts as possibly used. */
  reload(): void {
    this.#filter = undefined
    this.#isOutdated = true
    this.#rebuild()
  }

  /** On failure the current filter, if any, stays in use, and the next `add` tries again. */
  #rebuild(): void {
    if (this.#reading !== undefined || this.#isStopped) return
    this.#reading = this.#read()
      .catch((error: unknown) => {
        if (!this.#isStopped) this.#options.onFailure(error)
      })
      .finally(() => {
        this.#next = undefined
        this.#reading = undefined
      })
  }

  /** Reads all keys into a new filter; starts over when `reload` is called meanwhile. */
  async #read(): Promise<void> {
    const { capacity } = this.#options.limits
    let next: BloomFilter
    do {
      this.#isOutdated = false
      next = new BloomFilter(capacity)
      this.#next = next
      for (const key of this.#latest) next.add(key)
      for await (const keys of this.#pages()) for (const key of keys) next.add(key)
    } while (this.#isOutdated)
    if (this.#isStopped) return
    this.#filter = next
    this.#fullAt = Math.max(capacity, next.size + capacity / 2)
  }

  async *#pages(): AsyncGenerator<readonly string[]> {
    const { connection, limits } = this.#options
    let last: { readonly ownerId: string; readonly key: string } | undefined
    while (!this.#isStopped && !this.#isOutdated) {
      const startedMs = performance.now()
      const [rows = []] = await connection.lookUp([selectUsedKeys(last, limits.page)])
      const page = rows.map((row) => ({ ownerId: String(row['owner_id']), key: String(row['key']) }))
      yield page.map(outcomeKey)
      if (page.length < limits.page) return
      last = page.at(-1)
      await this.#pause((performance.now() - startedMs) * PAUSE_FACTOR)
    }
  }

  #pause(pauseMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseMs)
      this.#endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
