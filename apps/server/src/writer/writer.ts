import type { Catalogue, Command } from '@clutch/economy'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import { NO_WORK_NEWS, type EconomyMessage } from '../bus/message.ts'
import type { Store } from '../store/store.ts'
import type { WriterConnection } from '../store/writer-connection.ts'
import { decideBatch, type DecidedBatch } from './batch.ts'
import type { Answers, Outcome } from './outcome.ts'
import { DuePlayers } from './due-players.ts'
import { DueWork } from './due-work.ts'
import { replaceOutbox, saveWriterTime } from './statements.ts'
import type { Submission, Waiting } from './submission.ts'
import { WorldCache, type CacheLimits } from './world-cache.ts'
import { WriterClock } from './writer-clock.ts'

/** Commands decided and committed together, at most. */
const BATCH_MAX = 500
/** Commands that may wait; more are turned away at once instead of waiting in vain. */
const QUEUE_MAX = 20_000
/** Pause before the lease is sought again after the connection was lost. */
const REACQUIRE_DELAY_MS = 500

export interface WriterOptions {
  readonly store: Store
  readonly bus: Bus
  readonly catalogue: Catalogue
  readonly log: Logger
  readonly cacheLimits: CacheLimits
  /** Keeps draws unpredictable to players and recomputable by the operator (rules §3). */
  readonly chanceSecret: string
  readonly nowMs?: () => number
}

/** Counts for whoever watches the server. */
export interface WriterStats {
  readonly commands: number
  readonly batches: number
  readonly failedBatches: number
  /** Jobs and harvest groups that ended. */
  readonly settled: number
  readonly waiting: number
}

/** What is only there while the lease is held. */
interface Tenure {
  readonly connection: WriterConnection
  readonly clock: WriterClock
  readonly dueWork: DueWork
  readonly duePlayers: DuePlayers
  cache: WorldCache
}

/**
 * The one owner of the economy. Commands wait in a queue; whatever waits while a commit is in flight is the next
 * batch. Callers are answered after their batch is durable. A failed commit drops the world: it is read anew.
 */
export class Writer {
  readonly #options: WriterOptions
  #queue: Waiting[] = []
  #tenure: Tenure | undefined
  #messageId = 0
  #publishedId = 0
  #running: Promise<void> | undefined
  #stopping = false
  /** Whether the last batch had any. */
  #hadCommands = false
  readonly #stats = { commands: 0, batches: 0, failedBatches: 0, settled: 0 }

  private constructor(options: WriterOptions) {
    this.#options = options
  }

  /** Waits for the lease, then answers a writer that takes commands. */
  static async start(options: WriterOptions): Promise<Writer> {
    const writer = new Writer(options)
    await writer.#takeOffice()
    return writer
  }

  /** Resolves once the command's fate is durable; never rejects. */
  submit<Type extends Command['type']>(
    submission: Submission & { readonly command: Extract<Command, { type: Type }> },
  ): Promise<Outcome<Answers[Type]>> {
    if (this.#stopping || this.#queue.length >= QUEUE_MAX) {
      return Promise.resolve({ ok: false, error: { code: 'unavailable' } })
    }
    return new Promise((resolve) => {
      this.#queue.push({ ...submission, answer: resolve as Waiting['answer'] })
      this.#wake()
    })
  }

  /** What has been done since the start, and what waits now. */
  stats(): WriterStats {
    return { ...this.#stats, waiting: this.#queue.length }
  }

  /** Finishes what waits, gives the lease back. */
  async stop(): Promise<void> {
    this.#stopping = true
    await this.#running
    this.#tenure?.dueWork.stop()
    this.#tenure?.duePlayers.stop()
    await this.#tenure?.connection.close()
    this.#tenure = undefined
  }

  #wake(): void {
    if (this.#running !== undefined || this.#tenure === undefined) return
    // A macrotask later, so that requests that arrived together travel together.
    this.#running = new Promise((resolve) => {
      setImmediate(() => {
        void this.#drain().finally(() => {
          this.#running = undefined
          resolve()
          if (this.#queue.length > 0) this.#wake()
        })
      })
    })
  }

  async #drain(): Promise<void> {
    // What is due can wait for the next start; what was asked cannot.
    while (this.#tenure !== undefined && (this.#queue.length > 0 || (!this.#stopping && isDue(this.#tenure)))) {
      const batch = this.#queue.splice(0, BATCH_MAX)
      await this.#process(this.#tenure, batch)
    }
  }

  async #process(tenure: Tenure, batch: readonly Waiting[]): Promise<void> {
    const { log, chanceSecret } = this.#options
    try {
      const { connection, cache, clock, duePlayers } = tenure
      // Callers who were just answered send again a moment later.
      const isBusy = batch.length > 0 || this.#hadCommands
      this.#hadCommands = batch.length > 0
      const dueUsers = await duePlayers.read(clock.nowMs(), isBusy)
      const onBug = (error: unknown): void => log.error({ err: error }, 'a rule threw')
      const decided = await decideBatch({ connection, cache, clock, chanceSecret, onBug }, batch, dueUsers)
      await this.#commit(tenure, decided)
      duePlayers.noteWritten(decided.nextDue, clock.nowMs())
      for (const { waiting, outcome } of decided.answers) waiting.answer(outcome)
      this.#queue.unshift(...decided.deferred)
      this.#stats.commands += decided.answers.length
      this.#stats.batches += 1
      this.#stats.settled += decided.settledCount
      cache.evict()
    } catch (error) {
      this.#stats.failedBatches += 1
      log.error({ err: error, commands: batch.length }, 'a batch was not committed')
      for (const waiting of batch) waiting.answer({ ok: false, error: { code: 'unavailable' } })
      tenure.duePlayers.postpone(tenure.clock.nowMs())
      await this.#dropWorld(tenure)
    }
  }

  async #commit(tenure: Tenure, decided: DecidedBatch): Promise<void> {
    const nowMs = tenure.clock.nowMs()
    const dueStatements = tenure.dueWork.statements(nowMs)
    if (decided.statements.length === 0 && dueStatements.length === 0) return
    const message: EconomyMessage = { id: this.#messageId + 1, ...decided.message }
    await tenure.connection.commit([
      ...decided.statements,
      ...dueStatements,
      ...replaceOutbox(message.id, JSON.stringify(message), this.#publishedId),
      saveWriterTime(nowMs),
    ])
    if (dueStatements.length > 0) tenure.dueWork.done(nowMs)
    this.#messageId = message.id
    this.#options.bus.publish(message)
    this.#publishedId = message.id
  }

  /** Nothing half-applied survives: memory starts again from what is durable. */
  async #dropWorld(tenure: Tenure): Promise<void> {
    const { catalogue, cacheLimits, log } = this.#options
    try {
      tenure.cache = await WorldCache.open(tenure.connection, catalogue, cacheLimits)
    } catch (error) {
      log.error({ err: error }, 'the world could not be read anew')
      this.#leaveOffice(tenure)
    }
  }

  async #takeOffice(): Promise<void> {
    const { store, catalogue, cacheLimits, bus, nowMs } = this.#options
    const connection = await store.acquireWriter((error) => {
      this.#options.log.error({ err: error }, 'the writer lost its connection and its lease')
      if (this.#tenure?.connection === connection) this.#leaveOffice(this.#tenure)
    })
    const [states = [], messages = []] = await connection.load([
      { name: 'select-writer-time', text: 'select last_at_ms from writer_state', values: [] },
      { name: 'select-outbox', text: 'select message from outbox order by message_id', values: [] },
    ])
    for (const row of messages) {
      const message = { ...NO_WORK_NEWS, ...(row['message'] as EconomyMessage) }
      bus.publish(message)
      this.#messageId = this.#publishedId = message.id
    }
    const clock = new WriterClock(nowMs ?? Date.now, Number(states[0]?.['last_at_ms'] ?? 0))
    const cache = await WorldCache.open(connection, catalogue, cacheLimits)
    const dueWork = await DueWork.open(connection, clock.nowMs(), () => this.#wake())
    const duePlayers = new DuePlayers(connection, () => this.#wake())
    this.#tenure = { connection, clock, cache, dueWork, duePlayers }
    this.#wake()
  }

  #leaveOffice(tenure: Tenure): void {
    if (this.#tenure !== tenure) return
    this.#tenure = undefined
    tenure.dueWork.stop()
    tenure.duePlayers.stop()
    for (const waiting of this.#queue.splice(0)) waiting.answer({ ok: false, error: { code: 'unavailable' } })
    void tenure.connection.close().catch(() => undefined)
    if (!this.#stopping) setTimeout(() => void this.#retakeOffice(), REACQUIRE_DELAY_MS)
  }

  async #retakeOffice(): Promise<void> {
    if (this.#stopping) return
    try {
      await this.#takeOffice()
      this.#options.log.info('the writer holds the lease again')
    } catch (error) {
      this.#options.log.error({ err: error }, 'the lease could not be taken')
      setTimeout(() => void this.#retakeOffice(), REACQUIRE_DELAY_MS)
    }
  }
}

function isDue({ dueWork, duePlayers, clock }: Tenure): boolean {
  const nowMs = clock.nowMs()
  return dueWork.isDue(nowMs) || duePlayers.isDue(nowMs)
}
