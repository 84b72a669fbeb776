import { Worker } from 'node:worker_threads'
import type { Catalogue, ItemAmount, Luck, Rejection, Result, Simulation } from '@clutch/economy'
import type { Logger } from 'pino'
import type { WorkSignal } from '../../writer/work-signal.ts'
import type { SimulationAnswer, SimulationData, SimulationOutcome, SimulationRequest } from './requests.ts'

/** Simulations that wait, of all players together. With more, the player who used the thread most gives up their place. */
const WAITING_MAX = 32
/** What players used of the thread counts for so long. */
const USE_COUNTS_MS = 60_000

/** Work, how often to try it, and what items are worth. */
type Simulated = Pick<SimulationRequest, 'work' | 'runs' | 'prices'>

/** Why nothing was simulated: one at a time for each player, and so many at once. */
export type TurnedAway = 'busy' | 'broken'

interface Queued {
  readonly userId: string
  readonly request: SimulationRequest
  readonly beganMs: number
  readonly resolve: (answer: SimulationAnswer | 'busy' | undefined) => void
}

/**
 * Simulates on a thread of its own, one after another, so that the writer's never waits (rules §10); while the writer has
 * work the thread mostly rests. It starts with the first simulation; one that ends is replaced with the next.
 */
export class Simulator {
  readonly #catalogueOf: () => Catalogue
  readonly #writerWork: WorkSignal
  readonly #log: Logger
  readonly #askers = new Set<string>()
  #queue: Queued[] = []
  #running: Queued | undefined
  /** Milliseconds of the thread by player, since the last time all was forgotten. */
  #used = new Map<string, number>()
  #usedSinceMs = performance.now()
  #thread: Worker | undefined
  /** What the thread plays. */
  #started: Catalogue | undefined
  #requests = 0

  /** @param catalogueOf the game as it is now: a thread that has another is replaced when it has nothing to do */
  constructor(catalogueOf: () => Catalogue, writerWork: WorkSignal, log: Logger) {
    this.#catalogueOf = catalogueOf
    this.#writerWork = writerWork
    this.#log = log
  }

  async simulate(
    userId: string,
    { work, runs, prices }: Simulated,
  ): Promise<Result<Simulation, Rejection> | TurnedAway> {
    return (await this.#run(userId, { work, runs, prices, changes: undefined })) as Result<Simulation, Rejection>
  }

  async measureLuck(
    userId: string,
    { work, runs, prices, changes }: Simulated & { readonly changes: readonly ItemAmount[] },
  ): Promise<Result<Luck, Rejection> | TurnedAway> {
    return (await this.#run(userId, { work, runs, prices, changes })) as Result<Luck, Rejection>
  }

  async #run(userId: string, request: Omit<SimulationRequest, 'id'>): Promise<SimulationOutcome | TurnedAway> {
    if (this.#askers.has(userId)) return 'busy'
    this.#askers.add(userId)
    try {
      const answer = await this.#ask(userId, request)
      if (answer === 'busy') return 'busy'
      if (answer?.outcome !== undefined) return answer.outcome
      this.#log.error({ problem: answer?.problem }, 'a simulation failed')
      return 'broken'
    } finally {
      this.#askers.delete(userId)
    }
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  /** Players take turns: next is the one who has used the thread least of late. */
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
    // Functions do not travel between threads; a simulated wheel is drawn by plain chance.
    const wheel = roulette && { cost: roulette.cost, prizes: roulette.prizes, tableHash: roulette.tableHash }
    const workerData: SimulationData = {
      catalogue: { ...rest, roulette: wheel },
      writerWork: this.#writerWork.shared,
    }
    const thread = new Worker(new URL('simulation-thread.ts', import.meta.url), { workerData })
    thread.unref()
    thread.on('message', (answer: SimulationAnswer) => this.#settle(answer.id, answer))
    thread.on('error', (error) => this.#log.error({ err: error }, 'the thread of simulations broke'))
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
