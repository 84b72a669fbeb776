import { COMMAND_TYPES, type Catalogue, type CommandType, type Rng } from '@clutch/economy'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import type { Store } from '../store/store.ts'
import type { WriterConnection } from '../store/writer-connection.ts'
import type { AnswerTable, EconomyArea } from './area.ts'
import { Chores, WRITER_CHORES } from './chores.ts'
import { DueSubjects } from './due-subjects.ts'
import type { KeyLimits } from './known-outcomes.ts'
import { takeLease } from './lease.ts'
import { FROZEN, UNAVAILABLE, type AnswerOf, type Outcome } from './outcome.ts'
import { Pipeline } from './pipeline.ts'
import type { PipelineStats } from './pipeline-options.ts'
import type { WriterObserver } from './observer.ts'
import { WorkSignal } from './work-signal.ts'
import { outcomeKey, type CommandOf, type CommandPort, type Submission, type Waiting } from './submission.ts'
import type { CacheLimits } from './world-cache.ts'
import { WriterClock } from './writer-clock.ts'

/** Commands that may wait; more are turned away at once instead of waiting in vain. */
const QUEUE_MAX = 20_000
/** A command that has waited longer is not run any more: its caller has given up. */
const COMMAND_DEADLINE_MS = 10_000
/** Pause before the lease is sought again after the connection was lost. */
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
  /** Chance for one operation, that nobody outside can know (rules §3). */
  readonly rngFor: (operationId: string) => Rng
  readonly nowMs?: () => number
  /** Where the chance part of ids comes from; a simulated world brings its own. */
  readonly fillRandom?: (bytes: Uint8Array) => void
  /** Told of what is done, for whoever counts. */
  readonly observer?: WriterObserver
  /** One of its own when absent. */
  readonly workSignal?: WorkSignal
  /** Whether the economy is frozen, as the store says: asked when the lease is taken. */
  readonly readFrozen?: () => Promise<boolean>
  /** Whether commands are refused for now, such as while a required standby is missing. */
  readonly isRefusing?: () => boolean
  /** Runs once the lease is held, before commands are taken. */
  readonly onTakeOver?: () => Promise<void>
}

/** Counts for whoever watches the server. */
export interface WriterStats extends Readonly<PipelineStats> {
  /** Commands in the queue. */
  readonly waiting: number
}

/** What is only there while the lease is held. */
interface Held {
  readonly connection: WriterConnection
  readonly pipeline: Pipeline
  readonly chores: Chores
  readonly dueSubjects: DueSubjects
}

/** The one owner of the economy: takes commands while it holds the lease, and seeks the lease while it does not. */
export class Writer implements CommandPort {
  /** Says whether there is work, as it changes. */
  readonly workSignal: WorkSignal
  readonly #options: WriterOptions
  readonly #answers: AnswerTable
  readonly #stats: PipelineStats = { commands: 0, batches: 0, failedBatches: 0, settled: 0 }
  readonly #stopping = new AbortController()
  readonly #leaseListeners = new Set<() => void>()
  readonly #stopListening: () => void
  #held: Held | undefined
  #retaking: Promise<void> | undefined
  #isFrozen = false

  private constructor(options: WriterOptions) {
    this.#options = options
    this.workSignal = options.workSignal ?? new WorkSignal()
    this.#answers = mergeAnswers(options.areas)
    this.#stopListening = options.bus.subscribe('keys_used', ({ keys }) => {
      for (const key of keys) this.#held?.pipeline.noteUsedKey(key)
    })
  }

  /**
   * Waits for the lease, then answers a writer that takes commands. As a standby it answers at once, and takes commands
   * from when it has the lease. @throws when the database cannot be reached.
   */
  static async start(options: WriterOptions, isStandby = false): Promise<Writer> {
    const writer = new Writer(options)
    if (isStandby) writer.#beginRetaking()
    else await writer.#takeOver()
    return writer
  }

  /** Resolves once the command's fate is durable; never rejects. */
  submit<Type extends CommandType>(
    submission: Submission & { readonly command: CommandOf<Type> },
  ): Promise<Outcome<AnswerOf<Type>>> {
    if (this.#isFrozen) return Promise.resolve(FROZEN)
    if (this.#options.isRefusing?.() === true) return Promise.resolve(UNAVAILABLE)
    const pipeline = this.#held?.pipeline
    if (pipeline === undefined || this.#stopping.signal.aborted || pipeline.waitingCount >= QUEUE_MAX) {
      return Promise.resolve(UNAVAILABLE)
    }
    return new Promise((resolve) => {
      const deadlineMs = performance.now() + COMMAND_DEADLINE_MS
      const { command, actorId, idempotency, audit } = submission
      const key = idempotency === undefined ? undefined : outcomeKey(idempotency)
      pipeline.add({ command, actorId, idempotency, audit, key, deadlineMs, answer: resolve as Waiting['answer'] })
    })
  }

  /** What has been done since the start, and what waits now. */
  stats(): WriterStats {
    return { ...this.#stats, waiting: this.#held?.pipeline.waitingCount ?? 0 }
  }

  /** From now on nothing is decided: commands are refused, and what is due waits. What is on its way to the disk arrives. */
  freeze(): void {
    this.#isFrozen = true
    this.#held?.pipeline.freeze()
  }

  /** Goes on from what is stored, which may have been repaired meanwhile. */
  thaw(): void {
    this.#isFrozen = false
    this.#held?.pipeline.thaw()
  }

  /** Whether what was committed last was made durable. While it was not, the writer tries again by itself. */
  get isCommitting(): boolean {
    return this.#held?.pipeline.isCommitting ?? false
  }

  /** Whether commands are taken. */
  get isLeased(): boolean {
    return this.#held !== undefined
  }

  /** Calls the listener each time commands begin to be taken. */
  onLeased(listener: () => void): void {
    this.#leaseListeners.add(listener)
  }

  /** Finishes what waits, gives the lease back. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#stopListening()
    await this.#retaking
    const held = this.#held
    if (held === undefined) return
    await held.pipeline.stop()
    this.#held = undefined
    held.chores.stop()
    held.dueSubjects.stop()
    await held.connection.close()
  }

  async #takeOver(): Promise<void> {
    const { store, areas, catalogue, cacheLimits, keyLimits, bus, log, rngFor, nowMs, fillRandom } = this.#options
    const lost = new AbortController()
    // Lost before it is held, there is nothing to release: the take-over fails by itself.
    let held: Held | undefined
    const connection = await store.acquireWriter((error) => {
      log.error({ err: error }, 'the writer lost its connection and its lease')
      lost.abort(error)
      if (held !== undefined && this.#held === held) this.#release(held)
    }, this.#stopping.signal)
    try {
      const lease = await takeLease(connection)
      for (const message of lease.unpublished) bus.publish('economy', message)
      const clock = new WriterClock(nowMs ?? Date.now, {
        lastIdMs: lease.lastIdMs,
        ...(nowMs === undefined ? {} : { elapsedMs: nowMs }),
        ...(fillRandom === undefined ? {} : { fillRandom }),
        onJump: (byMs) => log.warn({ byMs }, "the machine's clock has jumped"),
      })
      let pipeline: Pipeline | undefined
      const wake = (): void => pipeline?.wake()
      const kinds = Object.assign({}, WRITER_CHORES, ...areas.map(({ chores = {} }) => chores)) as typeof WRITER_CHORES
      const chores = await Chores.open(connection, kinds, clock.nowMs(), wake)
      const dueSubjects = new DueSubjects(connection, () => clock.nowMs(), wake)
      const answers = this.#answers
      pipeline = await Pipeline.open(
        {
          connection,
          lease,
          clock,
          chores,
          dueSubjects,
          bus,
          areas,
          answers,
          catalogue,
          log,
          cacheLimits,
          keyLimits,
          rngFor,
          observer: this.#options.observer,
          workSignal: this.workSignal,
          isFrozen: () => this.#isFrozen,
        },
        this.#stats,
        (error) => {
          log.error({ err: error }, 'the world could not be reloaded')
          if (held !== undefined && this.#held === held) this.#release(held)
        },
      )
      await this.#options.onTakeOver?.()
      this.#isFrozen = (await this.#options.readFrozen?.()) ?? false
      lost.signal.throwIfAborted()
      held = { connection, pipeline, chores, dueSubjects }
      this.#held = held
      pipeline.wake()
      for (const listener of this.#leaseListeners) listener()
    } catch (error) {
      await connection.close().catch(() => undefined)
      throw error
    }
  }

  #release(held: Held): void {
    this.#held = undefined
    held.chores.stop()
    held.dueSubjects.stop()
    held.pipeline.end()
    void held.connection.close().catch(() => undefined)
    this.#beginRetaking()
  }

  #beginRetaking(): void {
    this.#retaking ??= this.#retake().finally(() => (this.#retaking = undefined))
  }

  /** Tries until it holds the lease again: a database that was away for minutes comes back. */
  async #retake(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, REACQUIRE_DELAY_MS))
      try {
        await this.#takeOver()
        this.#options.log.info('the writer holds the lease again')
        return
      } catch (error) {
        this.#options.log.error({ err: error }, 'the lease could not be taken')
      }
    }
  }
}

/** One table of answers from those of all areas. @throws when a command has none, or two. */
export function mergeAnswers(areas: readonly EconomyArea[]): AnswerTable {
  const merged: Record<string, unknown> = {}
  for (const { name, answers = {} } of areas) {
    for (const [type, answer] of Object.entries(answers)) {
      if (Object.hasOwn(merged, type)) throw new Error(`${name} answers ${type}, which another area answers`)
      merged[type] = answer
    }
  }
  const missing = COMMAND_TYPES.filter((type) => !Object.hasOwn(merged, type))
  if (missing.length > 0) throw new Error(`No area answers ${missing.join(', ')}`)
  return merged as AnswerTable
}
