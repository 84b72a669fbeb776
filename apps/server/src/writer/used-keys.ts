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

/** After each page it rests so many times as long as that took: nobody waits for it, and others have work to do. */
const REST_FACTOR = 9

/**
 * Tells a key that was never used from one that may have been, so that only the latter has to be looked up. It knows
 * what is stored when it begins, what the writer adds, and what calls beside the writer announce (`keys_used`).
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
  /** Ends the rest after a page. */
  #endRest: (() => void) | undefined
  /** What has been read may not be what is stored any more. */
  #isOutdated = false
  #isStopped = false

  constructor(options: UsedKeysOptions) {
    this.#options = options
    this.#readAnew()
  }

  /** Reads no further. Resolves when what is on its way has arrived. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#endRest?.()
    await this.#reading
  }

  /** Whether the key may have an outcome that is stored or on its way. False is certain. */
  mayHave(key: string): boolean {
    return this.#filter?.mayHave(key) ?? true
  }

  /** Takes in the keys of outcomes before they are on their way to the disk, when those before them have arrived. */
  add(keys: readonly string[]): void {
    this.#latest = keys
    for (const key of keys) this.note(key)
    if (this.#filter === undefined || this.#filter.size >= this.#fullAt) this.#readAnew()
  }

  /** Takes in a key whose outcome is stored elsewhere, before it is. */
  note(key: string): void {
    this.#filter?.add(key)
    this.#next?.add(key)
  }

  /** Says of no key that it was never used before all have been read anew: what is known may not be what is stored. */
  startAnew(): void {
    this.#filter = undefined
    this.#isOutdated = true
    this.#readAnew()
  }

  /** Without a filter, or with one that is full, it goes on as before when that fails, and tries again. */
  #readAnew(): void {
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

  /** Reads all keys into a filter, from the beginning again whenever a new start comes in between. */
  async #read(): Promise<void> {
    const { capacity } = this.#options.limits
    let next: KeyFilter
    do {
      this.#isOutdated = false
      next = new KeyFilter(capacity)
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
      const beganMs = performance.now()
      const [rows = []] = await connection.lookUp([selectUsedKeys(last, limits.page)])
      const page = rows.map((row) => ({ ownerId: String(row['owner_id']), key: String(row['key']) }))
      yield page.map(outcomeKey)
      if (page.length < limits.page) return
      last = page.at(-1)
      await this.#rest((performance.now() - beganMs) * REST_FACTOR)
    }
  }

  #rest(restMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, restMs)
      this.#endRest = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
