import type { Rng } from '@clutch/economy'
import type { Statement } from '../../src/store/statement.ts'
import type { Store } from '../../src/store/store.ts'
import type { WriterConnection } from '../../src/store/writer-connection.ts'
import { SimulatedTables } from './simulated-tables.ts'

/** What may befall a commit. */
const FAULTS = ['refused', 'unknown', 'lost before', 'lost after', 'late', 'slow'] as const
type Fault = (typeof FAULTS)[number]

/** One commit in so many breaks, and one read in four times as many. */
const FAULT_ONE_IN = 6
/** How long a store may take over something, in milliseconds. */
const QUICK_MS = 4
const SLOW_MS = 400
/** How long after its loss a lease is free for the next. */
const EXPIRY_MS = 4_000
const POLL_MS = 500

type Rows = Record<string, unknown>[][]

/**
 * A store in memory with one lease, which answers after a while and breaks by chance from a seed: a commit fails, or is
 * done and reported as failed, or the connection is lost before it, after it, or with it still under way, so that it
 * arrives when another writer may have taken over.
 */
export class SimulatedStore implements Pick<Store, 'acquireWriter'> {
  readonly tables = new SimulatedTables()
  /** How often each fault has struck. */
  readonly struck: Record<Fault | 'read', number> = {
    refused: 0,
    unknown: 0,
    'lost before': 0,
    'lost after': 0,
    late: 0,
    slow: 0,
    read: 0,
  }
  /** No more faults: what is left is to settle. */
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

  /** Cuts off whoever holds the lease, as when its process is killed. */
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
      if (fault === 'unknown') this.#store.tables.commitUntold(statements)
      else this.#store.tables.commit(statements)
      if (fault === 'lost after') this.lose()
      if (fault === 'lost after' || fault === 'unknown') throw new Error(`planted: ${fault}`)
    })
  }

  /** The lease is free at once: its holder gave it back. */
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

  /** The epoch decides whether it still counts. */
  #arriveLater(statements: readonly Statement[]): void {
    setTimeout(() => {
      try {
        this.#store.tables.commit(statements)
      } catch {
        // Nobody is there to be told.
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
