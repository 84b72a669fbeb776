import type { Rng } from '@clutch/economy'
import type { Statement } from '../../src/store/statement.ts'
import type { Store } from '../../src/store/store.ts'
import type { WriterConnection } from '../../src/store/writer-connection.ts'
import { SimulatedTables } from './simulated-tables.ts'

/** Faults of a commit. */
const FAULTS = ['refused', 'unknown', 'lost before', 'lost after', 'late', 'slow'] as const
type Fault = (typeof FAULTS)[number]

/** One commit in this many fails, and one read in four times as many. */
const FAULT_ONE_IN = 6
/** Upper bound of an ordinary delay, in milliseconds. */
const QUICK_MS = 4
const SLOW_MS = 400
/** Time until a lost lease can be acquired again, in milliseconds. */
const EXPIRY_MS = 4_000
const POLL_MS = 500

type Rows = Record<string, unknown>[][]

/**
 * An in-memory store with one lease, which responds with a delay and fails at random from a seed: a commit fails, or
 * succeeds and is reported as failed, or the connection is lost before it, after it, or while it is in transit, so that
 * it may arrive after another writer has taken over.
 */
export class SimulatedStore implements Pick<Store, 'acquireWriter'> {
  readonly tables = new SimulatedTables()
  /** Number of times each fault has occurred. */
  readonly struck: Record<Fault | 'read', number> = {
    refused: 0,
    unknown: 0,
    'lost before': 0,
    'lost after': 0,
    late: 0,
    slow: 0,
    read: 0,
  }
  /** Disables further faults, so that pending work can settle. */
  isCalm = true
  readonly #rng: Rng
  #holder: SimulatedConnection | undefined

  constructor(rng: Rng) {
    this.#rng = rng
  }

  async acquireWriter(onLost: (error: Error) => void, signal?: AbortSignal): Promise<WriterConnection> {
    while (this.#holder !== undefined) {
      await pause(1 + this.#rng.below(POLL_MS))
      signal?.throwIfAborted()
    }
    const connection = new SimulatedConnection(this, onLost, () => {
      if (this.#holder === connection) this.#holder = undefined
    })
    this.#holder = connection
    return connection
  }

  /** Disconnects the lease holder, as when its process is killed. */
  cutOff(): void {
    this.#holder?.lose()
  }

  latencyMs(): number {
    return this.#rng.below(QUICK_MS)
  }

  slownessMs(): number {
    return this.#rng.below(SLOW_MS)
  }

  expiryMs(): number {
    return this.isCalm ? 0 : this.#rng.below(EXPIRY_MS)
  }

  nextFault(): Fault | undefined {
    if (this.isCalm || this.#rng.below(FAULT_ONE_IN) > 0) return undefined
    const fault = FAULTS[this.#rng.below(FAULTS.length)]
    if (fault !== undefined) this.struck[fault] += 1
    return fault
  }

  isReadBroken(): boolean {
    const isBroken = !this.isCalm && this.#rng.below(FAULT_ONE_IN * 4) === 0
    if (isBroken) this.struck.read += 1
    return isBroken
  }
}

class SimulatedConnection implements WriterConnection {
  readonly #store: SimulatedStore
  readonly #onLost: (error: Error) => void
  readonly #release: () => void
  #sent: Promise<unknown> = Promise.resolve()
  #isLost = false

  constructor(store: SimulatedStore, onLost: (error: Error) => void, release: () => void) {
    this.#store = store
    this.#onLost = onLost
    this.#release = release
  }

  load(statements: readonly Statement[]): Promise<Rows> {
    return this.#inOrder(() => this.#read(statements))
  }

  lookUp(statements: readonly Statement[]): Promise<Rows> {
    return this.#read(statements)
  }

  commit(statements: readonly Statement[]): Promise<void> {
    return this.#inOrder(async () => {
      const fault = this.#store.nextFault()
      await pause(fault === 'slow' ? this.#store.slownessMs() : this.#store.latencyMs())
      this.#refuseLost()
      if (fault === 'lost before' || fault === 'late') this.lose()
      if (fault === 'late') this.#arriveLater(statements)
      if (fault === 'lost before' || fault === 'late' || fault === 'refused') throw new Error(`planted: ${fault}`)
      if (fault === 'unknown') this.#store.tables.commitUnconfirmed(statements)
      else this.#store.tables.commit(statements)
      if (fault === 'lost after') this.lose()
      if (fault === 'lost after' || fault === 'unknown') throw new Error(`planted: ${fault}`)
    })
  }

  /** The lease is free at once, because its holder released it. */
  close(): Promise<void> {
    if (!this.#isLost) this.#release()
    this.#isLost = true
    return Promise.resolve()
  }

  lose(): void {
    if (this.#isLost) return
    this.#isLost = true
    setTimeout(this.#release, this.#store.expiryMs())
    this.#onLost(new Error('planted: the connection is gone'))
  }

  /** The epoch decides whether the commit still counts. */
  #arriveLater(statements: readonly Statement[]): void {
    setTimeout(() => {
      try {
        this.#store.tables.commit(statements)
      } catch {
        // The writer is gone and cannot be notified.
      }
    }, this.#store.expiryMs() * 2)
  }

  async #read(statements: readonly Statement[]): Promise<Rows> {
    await pause(this.#store.latencyMs())
    this.#refuseLost()
    if (this.#store.isReadBroken()) throw new Error('planted: a read failed')
    return statements.map((statement) => this.#store.tables.select(statement))
  }

  #refuseLost(): void {
    if (this.#isLost) throw new Error('planted: the connection is gone')
  }

  #inOrder<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#sent.then(work)
    this.#sent = done.catch(() => undefined)
    return done
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}
