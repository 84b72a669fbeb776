import type { WriterConnection } from '../store/writer-connection.ts'
import { selectOutcomes, toKnownOutcome, type KnownOutcome } from './known-outcomes.ts'
import type { Waiting } from './submission.ts'

/** What a look-up needs of the pipeline it stands in. */
export interface KeyLookupOptions {
  readonly connection: WriterConnection
  /** Whether a key's outcome may be stored, and not in memory when the command is decided. */
  readonly isToRead: (key: string) => boolean
  /** Takes in what was read, and the commands that can be decided now. */
  readonly onRead: (outcomes: readonly (readonly [string, KnownOutcome])[], batch: readonly Waiting[]) => void
  readonly onFailure: (error: unknown, batch: readonly Waiting[]) => void
}

/**
 * Where commands arrive: what their keys have answered before is read beside the commit that is on its way, one read at
 * a time, so that it costs the commands before them nothing.
 */
export class KeyLookup {
  readonly #options: KeyLookupOptions
  #arrived: Waiting[] = []
  #reading: Promise<void> | undefined

  constructor(options: KeyLookupOptions) {
    this.#options = options
  }

  /** Commands that no read has taken along yet. */
  get arrivedCount(): number {
    return this.#arrived.length
  }

  /** Resolves when the read under way has been taken in; undefined without one. */
  get reading(): Promise<void> | undefined {
    return this.#reading
  }

  add(waiting: Waiting): void {
    this.#arrived.push(waiting)
  }

  /** Takes away what has arrived. */
  take(): readonly Waiting[] {
    const arrived = this.#arrived
    this.#arrived = []
    return arrived
  }

  /**
   * Reads the keys of what has arrived, unless a read is under way.
   * @returns the commands that can be decided at once, as nothing has to be read for them
   */
  start(): readonly Waiting[] {
    if (this.#reading !== undefined || this.#arrived.length === 0) return []
    const batch = this.take()
    const { connection, isToRead, onRead, onFailure } = this.#options
    const unknown = batch.flatMap(({ key, idempotency }) =>
      idempotency !== undefined && key !== undefined && isToRead(key) ? [idempotency] : [],
    )
    if (unknown.length === 0) return batch
    this.#reading = connection
      .lookUp([selectOutcomes(unknown)])
      .finally(() => (this.#reading = undefined))
      .then(
        ([rows = []]) => onRead(rows.map(toKnownOutcome), batch),
        (error: unknown) => onFailure(error, batch),
      )
    return []
  }
}
