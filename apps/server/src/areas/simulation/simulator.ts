import { Worker } from 'node:worker_threads'
import type { Catalogue, ItemAmount, Luck, Rejection, Result, Simulation } from '@clutch/economy'
import type { Logger } from 'pino'
import type { WorkSignal } from '../../writer/work-signal.ts'
import type { SimulationAnswer, SimulationData, SimulationOutcome, SimulationRequest } from './requests.ts'

/** Maximum queued simulations. Beyond it, the player who used the thread most loses their place. */
const WAITING_MAX = 32
/** Period over which players' use of the thread is counted. */
const USE_COUNTS_MS = 60_000

/** The work, the number of runs and item prices. */
type Simulated = Pick<SimulationRequest, 'work' | 'runs' | 'prices'>

/** Why nothing was simulated: a limit was reached (`busy`), or the thread failed (`broken`). */
export type Unavailable = 'busy' | 'broken'

interface Queued {
  readonly userId: string
  readonly request: SimulationRequest
  readonly beganMs: number
  readonly resolve: (answer: SimulationAnswer | 'busy' | undefined) => void
}

/**
 * Runs simulations on a separate thread, one at a time, so that the writer never waits for them (rules §10); while the
 * writer has work, the thread mostly rests. The thread starts with the first simulation and is restarted on demand if
 * it exits.
 */
export class Simulator {
  readonly #catalogueOf: () => Catalogue
  readonly #writerWork: WorkSignal
  readonly #log: Logger
  readonly #askers = new Set<string>()
  #queue: Queued[] = []
  #running: Queued | undefined
  /** Milliseconds used by player since the last reset. */
  #used = new Map<string, number>()
  #usedSinceMs = performance.now()
  #thread: Worker | undefined
  /** The catalogue that the thread was started with. */
  #started: Catalogue | undefined
  #requests = 0

  /** @param catalogueOf returns the current catalogue; a thread with a different one is replaced when idle */
  constructor(catalogueOf: () => Catalogue, writerWork: WorkSignal, log: Logger) {
    this.#catalogueOf = catalogueOf
    this.#writerWork = writerWork
    this.#log = log
  }

  async simulate(
    userId: string,
    { work, runs, prices }: Simulated,
  ): Promise<Result<Simulation, Rejection> | Unavailable> {
    return (await this.#run(userId, { work, runs, prices, changes: undefined })) as Result<Simulation, Rejection>
  }

  async measureLuck(
    userId: string,
    { work, runs, prices, changes }: Simulated & { readonly changes: readonly ItemAmount[] },
  ): Promise<Result<Luck, Rejection> | Unavailable> {
    return (await this.#run(userId, { work, runs, prices, changes })) as Result<Luck, Rejection>
  }

  async #run(userId: string, request: Omit<SimulationRequest, 'id'>): Promise<SimulationOutcome | Unavailable> {
    if (this.#askers.has(userId)) return 'busy'
    this.#askers.add(userId)
    try {
      const answer = await this.#ask(userId, request)
      if (answer === 'busy') return 'busy'
      if (answer?.outcome !== undefined) return answer.outcome
      this.#log.error({ problem: answer?.problem }, 'simulation failed')
      return 'broken'
    } finally {
      this.#askers.delete(userId)
    }
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  /** Fair scheduling: the player who has recently used the thread least is next. */
  #ask(userId: string, request: Omit<SimulationRequest, 'id'>): Promise<SimulationAnswer | 'busy' | undefined> {
    this.#requests += 1
    const id = this.#requests
    return new Promise((resolve) => {
      this.#queue.push({ userId, request: { id, ...request }, beganMs: 0, resolve })
      this.#queue = this.#queue.toSorted((a, b) => this.#usedBy(a) - this.#usedBy(b) || a.request.id - b.request.id)
      if (this.#queue.length > WAITING_MAX) this.#queue.pop()?.resolve('busy')
      this.#runNext()
    })
  }

  #runNext(): void {
    if (this.#running !== undefined) return
    const next = this.#queue.shift()
    if (next === undefined) return
    if (this.#started !== this.#catalogueOf()) this.#drop()
    const thread = (this.#thread ??= this.#start())
    this.#running = { ...next, beganMs: performance.now() }
    thread.postMessage(next.request)
  }

  #usedBy({ userId }: Queued): number {
    return this.#used.get(userId) ?? 0
  }

  #drop(): void {
    void this.#thread?.terminate()
    this.#thread = undefined
  }

  #start(): Worker {
    this.#started = this.#catalogueOf()
    const { roulette, contents: _contents, ...rest } = this.#started
    // Functions cannot be sent to a thread; simulated spins use a plain random draw.
    const wheel = roulette && { cost: roulette.cost, prizes: roulette.prizes, tableHash: roulette.tableHash }
    const workerData: SimulationData = {
      catalogue: { ...rest, roulette: wheel },
      writerWork: this.#writerWork.shared,
    }
    const thread = new Worker(new URL('simulation-thread.ts', import.meta.url), { workerData })
    thread.unref()
    thread.on('message', (answer: SimulationAnswer) => this.#settle(answer.id, answer))
    thread.on('error', (error) => this.#log.error({ err: error }, 'simulation thread failed'))
    thread.on('exit', () => {
      if (this.#thread !== thread) return
      this.#thread = undefined
      if (this.#running !== undefined) this.#settle(this.#running.request.id, undefined)
    })
    return thread
  }

  #settle(id: number, answer: SimulationAnswer | undefined): void {
    const ended = this.#running
    if (ended?.request.id !== id) return
    this.#running = undefined
    const nowMs = performance.now()
    if (nowMs - this.#usedSinceMs > USE_COUNTS_MS) {
      this.#used = new Map()
      this.#usedSinceMs = nowMs
    }
    this.#used.set(ended.userId, this.#usedBy(ended) + nowMs - ended.beganMs)
    ended.resolve(answer)
    this.#runNext()
  }
}
