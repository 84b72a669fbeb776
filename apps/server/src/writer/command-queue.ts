import type { Logger } from 'pino'
import type { WriterConnection } from '../store/writer-connection.ts'
import { RecentOutcomes, selectOutcomes, toKnownOutcome, type KeyLimits, type KnownOutcome } from './known-outcomes.ts'
import { UNAVAILABLE, type Outcome } from './outcome.ts'
import type { QueuedCommand } from './submission.ts'
import { UsedKeys } from './used-keys.ts'

export interface CommandQueueOptions {
  readonly connection: WriterConnection
  readonly keyLimits: KeyLimits
  readonly log: Logger
  /** Called after each lookup of idempotency keys. With an error, the commands of that lookup have been failed. */
  readonly onLookedUp: (error?: unknown) => void
}

/**
 * Commands that no batch has decided yet, and the outcomes of idempotency keys. A command arrives, becomes ready once
 * its key has been looked up, and is taken into a batch, which may defer it to the next batch. Lookups run next to the
 * commit in progress, one at a time, so that they do not delay earlier commands.
 */
export class CommandQueue {
  readonly #options: CommandQueueOptions
  readonly #recent: RecentOutcomes
  readonly #usedKeys: UsedKeys
  #committing: ReadonlyMap<string, KnownOutcome> | undefined
  #arrived: QueuedCommand[] = []
  #ready: QueuedCommand[] = []
  #deferred: QueuedCommand[] = []
  #lookup: Promise<void> | undefined
  /** How many commands at the front of the queue may include the one that the store rejects. */
  #suspectCount = 0

  constructor(options: CommandQueueOptions) {
    const { connection, keyLimits, log } = options
    this.#options = options
    this.#recent = new RecentOutcomes(keyLimits.recentMin)
    this.#usedKeys = new UsedKeys({
      connection,
      limits: keyLimits,
      onFailure: (error) => log.error({ err: error }, 'reading used idempotency keys failed'),
    })
  }

  get count(): number {
    return this.#arrived.length + this.#ready.length + this.#deferred.length
  }

  get hasReady(): boolean {
    return this.#ready.length > 0
  }

  get canLookUp(): boolean {
    return this.#arrived.length > 0 && this.#lookup === undefined
  }

  /** Resolves when the lookup in progress has finished; undefined without one. */
  get lookup(): Promise<void> | undefined {
    return this.#lookup
  }

  /** Whether the command that the store rejects is being searched for. */
  get isSearching(): boolean {
    return this.#suspectCount > 0
  }

  /** Commands that one batch may hold while searching: half of the suspects. */
  get searchMax(): number {
    return Math.ceil(this.#suspectCount / 2)
  }

  add(queued: QueuedCommand): void {
    this.#arrived.push(queued)
  }

  /** Looks up the keys of commands that have arrived. Commands whose outcome cannot be stored are ready at once. */
  lookUp(): void {
    if (!this.canLookUp) return
    const batch = this.#arrived.splice(0)
    const unknown = batch.flatMap(({ key, idempotency }) =>
      idempotency !== undefined && key !== undefined && this.#mustRead(key) ? [idempotency] : [],
    )
    if (unknown.length === 0) {
      this.#ready.push(...batch)
      return
    }
    const { connection, onLookedUp } = this.#options
    this.#lookup = connection
      .lookUp([selectOutcomes(unknown)])
      .finally(() => (this.#lookup = undefined))
      .then(
        ([rows = []]) => {
          this.#recent.remember(rows.map(toKnownOutcome))
          this.#ready.push(...batch)
          onLookedUp()
        },
        (error: unknown) => {
          failUnavailable(batch)
          onLookedUp(error)
        },
      )
  }

  take(max: number): QueuedCommand[] {
    return this.#ready.splice(0, max)
  }

  /** Holds a command back until a player or entity it touches has caught up with scheduled work. */
  defer(queued: QueuedCommand): void {
    this.#deferred.push(queued)
  }

  /** Moves deferred commands to the front. */
  resume(): void {
    this.#ready.unshift(...this.#deferred.splice(0))
  }

  /**
   * Requeues the commands of a batch that the store rejected, to be decided again in halves until the one at fault is
   * alone.
   * @returns that command, which is not requeued
   */
  requeueRejected(rejected: readonly QueuedCommand[], later: readonly QueuedCommand[]): QueuedCommand | undefined {
    const culprit = this.isSearching && rejected.length === 1 ? rejected[0] : undefined
    this.#suspectCount = culprit === undefined ? rejected.length : 0
    this.#ready.unshift(...(culprit === undefined ? rejected : []), ...later)
    return culprit
  }

  /** Responds to every queued command with the same outcome and empties the queue. */
  clear(outcome?: Outcome<never>): void {
    for (const commands of [this.#arrived, this.#ready, this.#deferred]) failUnavailable(commands.splice(0), outcome)
  }

  /** The outcome of a key used before the open batch, if it is in memory. */
  knownOutcome(key: string): KnownOutcome | undefined {
    return this.#committing?.get(key) ?? this.#recent.get(key)
  }

  /** Records a key used by a call that bypasses the writer. */
  noteUsedKey(key: string): void {
    this.#usedKeys.note(key)
  }

  /** Call before a batch's outcomes are sent to the store. */
  noteCommitting(outcomes: ReadonlyMap<string, KnownOutcome>): void {
    this.#committing = outcomes
    this.#usedKeys.add([...outcomes.keys()])
  }

  noteCommitted(outcomes: ReadonlyMap<string, KnownOutcome>, commandCount: number): void {
    this.#committing = undefined
    this.#recent.remember(outcomes)
    this.#suspectCount = Math.max(0, this.#suspectCount - commandCount)
  }

  /** Forgets what a failed commit may not have stored. */
  reload(): void {
    this.#committing = undefined
    this.#usedKeys.reload()
    this.resume()
  }

  stop(): Promise<void> {
    return this.#usedKeys.stop()
  }

  /** Whether a key's outcome may be stored but will not be in memory when its command is decided. */
  #mustRead(key: string): boolean {
    return this.#usedKeys.mayHave(key) && this.#committing?.has(key) !== true && !this.#recent.keeps(key)
  }
}

/** Responds that the outcome is unknown: callers retry with the same keys. */
export function failUnavailable(commands: readonly QueuedCommand[], outcome: Outcome<never> = UNAVAILABLE): void {
  for (const { respond } of commands) respond(outcome)
}
