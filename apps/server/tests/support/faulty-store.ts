import type { Rng } from '@clutch/economy'
import type { Statement } from '../../src/store/statement.ts'
import type { Store } from '../../src/store/store.ts'
import type { WriterConnection } from '../../src/store/writer-connection.ts'

/** Faults of a commit. */
const FAULTS = ['refused', 'unknown', 'lost before', 'lost after', 'slow'] as const
type Fault = (typeof FAULTS)[number]

/**
 * A real store whose writer connection fails at random from a seed: a commit fails, or succeeds and is reported as
 * failed, or the connection and with it the lease is lost before or after it. Reads fail occasionally, too.
 */
export class FaultyStore implements Store {
  readonly db: Store['db']
  readonly slowDb: Store['slowDb']
  readonly #store: Store
  readonly #rng: Rng
  readonly #oneIn: number
  /** Number of times each fault has occurred. */
  readonly struck: Record<Fault | 'read', number> = {
    refused: 0,
    unknown: 0,
    'lost before': 0,
    'lost after': 0,
    slow: 0,
    read: 0,
  }
  /** Disables further faults, so that pending work can settle. */
  isCalm = false

  constructor(store: Store, rng: Rng, oneIn: number) {
    this.db = store.db
    this.slowDb = store.slowDb
    this.#store = store
    this.#rng = rng
    this.#oneIn = oneIn
  }

  async acquireWriter(onLost: (error: Error) => void, signal?: AbortSignal): Promise<WriterConnection> {
    const connection = await this.#store.acquireWriter(onLost, signal)
    let isLost = false
    // Statements sent after a slow commit must see its changes.
    let sent: Promise<unknown> = Promise.resolve()
    const inOrder = <Value>(work: () => Promise<Value>): Promise<Value> => {
      const done = sent.then(work)
      sent = done.catch(() => undefined)
      return done
    }
    const lose = (): void => {
      isLost = true
      onLost(new Error('planted: the connection is gone'))
    }
    return {
      load: (statements) =>
        inOrder(() =>
          this.#read(
            () => connection.load(statements),
            () => isLost,
          ),
        ),
      lookUp: (statements) =>
        this.#read(
          () => connection.lookUp(statements),
          () => isLost,
        ),
      commit: (statements) =>
        inOrder(async () => {
          if (isLost) throw new Error('planted: the connection is gone')
          await this.#commit(connection, statements, lose)
        }),
      close: () => connection.close(),
    }
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  async #read(read: () => Promise<Record<string, unknown>[][]>, isLost: () => boolean) {
    if (isLost()) throw new Error('planted: the connection is gone')
    if (!this.isCalm && this.#rng.below(this.#oneIn * 4) === 0) {
      this.struck.read += 1
      throw new Error('planted: a read failed')
    }
    return read()
  }

  async #commit(connection: WriterConnection, statements: readonly Statement[], lose: () => void): Promise<void> {
    const fault = this.isCalm || this.#rng.below(this.#oneIn) > 0 ? undefined : FAULTS[this.#rng.below(FAULTS.length)]
    if (fault !== undefined) this.struck[fault] += 1
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, this.#rng.below(20)))
    if (fault === 'lost before') lose()
    if (fault === 'refused' || fault === 'lost before') throw new Error(`planted: ${fault}`)
    await connection.commit(statements)
    if (fault === 'lost after') lose()
    if (fault === 'unknown' || fault === 'lost after') throw new Error(`planted: ${fault}`)
  }
}
