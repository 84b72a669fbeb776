import { COMMAND_TYPES, type Catalogue, type CommandType, type Rng } from '@clutch/economy'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import type { Store } from '../store/store.ts'
import type { WriterConnection } from '../store/writer-connection.ts'
import type { ResponseTable, EconomyArea } from './area.ts'
import type { KeyLimits } from './known-outcomes.ts'
import { acquireLease } from './lease.ts'
import { HALTED, UNAVAILABLE, type ResponseOf, type Outcome } from './outcome.ts'
import type { PipelineStats } from './pipeline-options.ts'
import { Pipeline } from './pipeline.ts'
import { Schedule } from './schedule.ts'
import { ScheduledTasks, WRITER_TASKS } from './scheduled-tasks.ts'
import {
  outcomeKey,
  type CommandOf,
  type CommandPort,
  type QueuedCommand,
  type Submission,
  type WriterObserver,
} from './submission.ts'
import { WorkSignal } from './work-signal.ts'
import type { CacheLimits } from './world-cache.ts'
import { WriterClock } from './writer-clock.ts'

/** Longest queue; further commands fail at once instead of timing out in the queue. */
const QUEUE_MAX = 20_000
/** A command queued for longer than this is not executed: its caller has given up. */
const COMMAND_DEADLINE_MS = 10_000
/** Pause before each attempt to acquire the lease after it was lost. */
const REACQUIRE_DELAY_MS = 500

export interface WriterOptions {
  readonly store: Pick<Store, 'acquireWriter'>
  readonly bus: Bus
  readonly areas: readonly EconomyArea[]
  readonly catalogue: Catalogue
  readonly log: Logger
  readonly cacheLimits: CacheLimits
  /** `KEY_LIMITS` when absent. */
  readonly keyLimits?: KeyLimits
  /** Random numbers for one operation, unpredictable without the server's secret (rules §3). */
  readonly rngFor: (operationId: string) => Rng
  readonly nowMs?: () => number
  /** Source of the random part of ids; a simulated world passes a seeded one. */
  readonly fillRandom?: (bytes: Uint8Array) => void
  /** Collects metrics. */
  readonly observer?: WriterObserver
  /** A new one when absent. */
  readonly workSignal?: WorkSignal
  /** Reads from the store whether the economy is halted; called at take-over. */
  readonly readHalted?: () => Promise<boolean>
  /** Whether commands are rejected for now, such as while a required standby is missing. */
  readonly isRejecting?: () => boolean
  /** Runs after the lease was acquired and before commands are accepted. */
  readonly onTakeOver?: () => Promise<void>
}

/** Counters for metrics. */
export interface WriterStats extends Readonly<PipelineStats> {
  /** Commands in the queue. */
  readonly queued: number
}

/** What exists only while the lease is held. */
interface Tenure {
  readonly connection: WriterConnection
  readonly pipeline: Pipeline
  readonly tasks: ScheduledTasks
  readonly schedule: Schedule
}

/** The single owner of the economy. Accepts commands while it holds the lease; otherwise tries to acquire it. */
export class Writer implements CommandPort {
  /** Shows whether there is work. */
  readonly workSignal: WorkSignal
  readonly #options: WriterOptions
  readonly #responses: ResponseTable
  readonly #stats: PipelineStats = { commands: 0, batches: 0, failedBatches: 0, settled: 0 }
  readonly #stopping = new AbortController()
  readonly #leaseListeners = new Set<() => void>()
  readonly #stopListening: () => void
  #tenure: Tenure | undefined
  #reacquiring: Promise<void> | undefined
  #isHalted = false

  private constructor(options: WriterOptions) {
    this.#options = options
    this.workSignal = options.workSignal ?? new WorkSignal()
    this.#responses = mergeResponses(options.areas)
    this.#stopListening = options.bus.subscribe('keys_used', ({ keys }) => {
      for (const key of keys) this.#tenure?.pipeline.noteUsedKey(key)
    })
  }

  /**
   * Resolves once the writer holds the lease, unless it acquires the lease in the background, or never.
   * @throws when the database cannot be reached.
   */
  static async start(options: WriterOptions, lease: 'first' | 'in background' | 'never' = 'first'): Promise<Writer> {
    const writer = new Writer(options)
    if (lease === 'first') await writer.#takeOver()
    if (lease === 'in background') writer.#startReacquiring()
    return writer
  }

  /**
   * Resolves once the outcome is durable; never rejects.
   * @param callerDeadlineMs by `performance.now()`; the command is not decided after it
   */
  submit<Type extends CommandType>(
    submission: Submission & { readonly command: CommandOf<Type> },
    callerDeadlineMs = Number.POSITIVE_INFINITY,
  ): Promise<Outcome<ResponseOf<Type>>> {
    if (this.#isHalted) return Promise.resolve(HALTED)
    if (this.#options.isRejecting?.() === true) return Promise.resolve(UNAVAILABLE)
    const pipeline = this.#tenure?.pipeline
    if (pipeline === undefined || this.#stopping.signal.aborted || pipeline.queuedCount >= QUEUE_MAX) {
      return Promise.resolve(UNAVAILABLE)
    }
    return new Promise((resolve) => {
      const deadlineMs = Math.min(performance.now() + COMMAND_DEADLINE_MS, callerDeadlineMs)
      const { command, actorId, idempotency, audit } = submission
      const key = idempotency === undefined ? undefined : outcomeKey(idempotency)
      pipeline.add({
        command,
        actorId,
        idempotency,
        audit,
        key,
        deadlineMs,
        respond: resolve as QueuedCommand['respond'],
      })
    })
  }

  /** Counters since the server started, and the current queue length. */
  stats(): WriterStats {
    return { ...this.#stats, queued: this.#tenure?.pipeline.queuedCount ?? 0 }
  }

  /** Halts the economy: commands are rejected and scheduled work waits. The commit in progress completes. */
  halt(): void {
    this.#isHalted = true
    this.#tenure?.pipeline.halt()
  }

  /** Ends a halt. Reloads the world from the store, which may have been repaired. */
  resume(): void {
    this.#isHalted = false
    this.#tenure?.pipeline.resume()
  }

  /** Whether the last commit succeeded. After a failure the writer probes the store every second. */
  get isCommitting(): boolean {
    return this.#tenure?.pipeline.isCommitting ?? false
  }

  /** Whether the writer holds the lease and accepts commands. */
  get isLeased(): boolean {
    return this.#tenure !== undefined
  }

  /** Calls the listener each time the lease has been acquired. */
  onLeased(listener: () => void): void {
    this.#leaseListeners.add(listener)
  }

  /** Finishes queued commands and releases the lease. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#stopListening()
    await this.#reacquiring
    const tenure = this.#tenure
    if (tenure === undefined) return
    await tenure.pipeline.stop()
    this.#tenure = undefined
    tenure.tasks.stop()
    tenure.schedule.stop()
    await tenure.connection.close()
  }

  async #takeOver(): Promise<void> {
    const { store, areas, catalogue, cacheLimits, keyLimits, bus, log, rngFor, nowMs, fillRandom } = this.#options
    const lost = new AbortController()
    // If the connection is lost before the tenure begins, there is nothing to release: the take-over fails.
    let tenure: Tenure | undefined
    const connection = await store.acquireWriter((error) => {
      log.error({ err: error }, 'writer lost its connection and its lease')
      lost.abort(error)
      if (tenure !== undefined && this.#tenure === tenure) this.#release(tenure)
    }, this.#stopping.signal)
    const acquiredMs = performance.now()
    try {
      const lease = await acquireLease(connection)
      for (const message of lease.unpublished) bus.publish('economy', message)
      const clock = new WriterClock(nowMs ?? Date.now, {
        lastIdMs: lease.lastIdMs,
        ...(nowMs === undefined ? {} : { elapsedMs: nowMs }),
        ...(fillRandom === undefined ? {} : { fillRandom }),
        onJump: (byMs) => log.warn({ byMs }, 'system clock jumped'),
      })
      let pipeline: Pipeline | undefined
      const wake = (): void => pipeline?.wake()
      const taskKinds = Object.assign({}, WRITER_TASKS, ...areas.map((area) => area.tasks ?? {})) as typeof WRITER_TASKS
      const tasks = await ScheduledTasks.open(connection, taskKinds, clock.nowMs(), wake)
      const schedule = new Schedule(connection, () => clock.nowMs(), wake)
      const responses = this.#responses
      pipeline = await Pipeline.open(
        {
          connection,
          lease,
          clock,
          tasks,
          schedule,
          bus,
          areas,
          responses,
          catalogue,
          log,
          cacheLimits,
          keyLimits,
          rngFor,
          observer: this.#options.observer,
          workSignal: this.workSignal,
          isHalted: () => this.#isHalted,
          onDead: (error) => {
            log.error({ err: error }, 'world reload failed')
            if (tenure !== undefined && this.#tenure === tenure) this.#release(tenure)
          },
        },
        this.#stats,
      )
      await this.#options.onTakeOver?.()
      this.#isHalted = (await this.#options.readHalted?.()) ?? false
      lost.signal.throwIfAborted()
      tenure = { connection, pipeline, tasks, schedule }
      this.#tenure = tenure
      log.info(
        { epoch: lease.epoch, loadedInMs: Math.round(performance.now() - acquiredMs) },
        'this server is the writer',
      )
      pipeline.wake()
      for (const listener of this.#leaseListeners) listener()
    } catch (error) {
      await connection.close().catch(() => undefined)
      throw error
    }
  }

  #release(tenure: Tenure): void {
    this.#tenure = undefined
    tenure.tasks.stop()
    tenure.schedule.stop()
    tenure.pipeline.end()
    void tenure.connection.close().catch(() => undefined)
    this.#startReacquiring()
  }

  #startReacquiring(): void {
    this.#reacquiring ??= this.#reacquire().finally(() => (this.#reacquiring = undefined))
  }

  /** Retries until it holds the lease, however long the database is unavailable. */
  async #reacquire(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, REACQUIRE_DELAY_MS))
      try {
        await this.#takeOver()
        return
      } catch (error) {
        this.#options.log.error({ err: error }, 'acquiring the writer lease failed')
      }
    }
  }
}

/** Merges the areas' tables of responses. @throws when a command type has none or two. */
export function mergeResponses(areas: readonly EconomyArea[]): ResponseTable {
  const merged: Record<string, unknown> = {}
  for (const { name, responses = {} } of areas) {
    for (const [type, response] of Object.entries(responses)) {
      if (Object.hasOwn(merged, type)) throw new Error(`${name} has a response to ${type}, which another area has too`)
      merged[type] = response
    }
  }
  const missing = COMMAND_TYPES.filter((type) => !Object.hasOwn(merged, type))
  if (missing.length > 0) throw new Error(`No area has a response to ${missing.join(', ')}`)
  return merged as ResponseTable
}
