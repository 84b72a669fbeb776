import { isRejectedByStore } from '../store/store-outage.ts'
import { Batch, type Decided } from './batch.ts'
import { CommandQueue, failUnavailable } from './command-queue.ts'
import { CommitProbe } from './commit-probe.ts'
import { KEY_LIMITS, type KnownOutcome } from './known-outcomes.ts'
import { checkLease, readUnpublished, renewLease, replaceOutbox } from './lease.ts'
import { FAILED, HALTED, UNAVAILABLE } from './outcome.ts'
import type { PipelineOptions, PipelineStats } from './pipeline-options.ts'
import type { NextDue } from './schedule.ts'
import type { QueuedCommand } from './submission.ts'
import { WorldCache } from './world-cache.ts'

/** Commands decided and committed together. */
const BATCH_MAX = 500

/** A sealed batch that is being committed. */
interface Commit {
  readonly batch: Batch
  readonly nextDue: readonly NextDue[]
  /** When the scheduled tasks in this batch were due; undefined without any. */
  readonly tasksAtMs: number | undefined
}

/**
 * Decides commands in batches: while one batch is being committed, the next is decided on top of it. Callers get their
 * response once their own batch is durable. After a failed commit the world in memory is discarded, along with
 * everything decided on top of it, and reloaded from the store.
 */
export class Pipeline {
  readonly #options: PipelineOptions
  readonly #stats: PipelineStats
  readonly #queue: CommandQueue
  readonly #probe = new CommitProbe(() => this.wake())
  #cache: WorldCache
  /** The open batch. */
  #batch: Batch
  /** Commands taken from the queue that are not decided yet. */
  #undecided: QueuedCommand[] = []
  /** Whether scheduled work was read for the open batch. */
  #isDueRead = false
  /** Whether the batch before the open one had commands. */
  #hadCommands = false
  #commit: Commit | undefined
  /** Resolves when the commit in progress has succeeded or failed. */
  #sent: Promise<void> | undefined
  #failure: unknown
  /** Commands of a batch that the store rejected, to be decided again after the reload. */
  #rejected: readonly QueuedCommand[] | undefined
  #publishedId: number
  #working: Promise<void> | undefined
  #isStopping = false
  #isSignalledBusy = false
  #isDead = false

  private constructor(options: PipelineOptions, cache: WorldCache, stats: PipelineStats) {
    const { connection, keyLimits = KEY_LIMITS, lease, log } = options
    this.#options = options
    this.#stats = stats
    this.#cache = cache
    this.#publishedId = lease.unpublished.at(-1)?.id ?? 0
    this.#queue = new CommandQueue({
      connection,
      keyLimits,
      log,
      onLookedUp: (error) => {
        if (error !== undefined) this.#fail(error)
        if (this.#isDead) this.end()
        else this.wake()
      },
    })
    this.#batch = this.#newBatch()
  }

  /** @throws when the world cannot be read. */
  static async open(options: PipelineOptions, stats: PipelineStats): Promise<Pipeline> {
    return new Pipeline(options, await openCache(options), stats)
  }

  /** Whether the last commit succeeded. */
  get isCommitting(): boolean {
    return !this.#probe.isFailing
  }

  get queuedCount(): number {
    return this.#queue.count
  }

  add(queued: QueuedCommand): void {
    this.#queue.add(queued)
    this.#signalWork()
    this.wake()
  }

  /** Records a key used by a call that bypasses the writer. */
  noteUsedKey(key: string): void {
    this.#queue.noteUsedKey(key)
  }

  /** Rejects queued commands; the commit in progress completes. */
  halt(): void {
    this.#queue.clear(HALTED)
    this.#signalWork()
  }

  /** Reloads the world from the store, which may have been repaired. */
  resume(): void {
    this.#failure ??= new Error('The economy was halted and its data may have been repaired')
    this.wake()
  }

  wake(): void {
    if (this.#working !== undefined || this.#isDead) return
    // A macrotask later, so that requests that arrived together form one batch.
    this.#working = new Promise((resolve) => {
      setImmediate(() => {
        void this.#work().finally(() => {
          this.#working = undefined
          this.#signalWork()
          resolve()
          if (this.#canContinue()) this.wake()
        })
      })
    })
  }

  /** Finishes queued commands. Scheduled work waits for the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true
    while (!this.#isDead && (this.#working !== undefined || this.#isBusy())) {
      if (this.#sent === undefined && this.#queue.lookup === undefined) this.wake()
      await Promise.all([this.#working, this.#sent, this.#queue.lookup])
    }
    this.end()
    await this.#queue.stop()
  }

  /** Responds "unavailable" to all commands: the lease is lost, and the commit in progress may or may not be durable. */
  end(): void {
    this.#isDead = true
    this.#probe.stop()
    void this.#queue.stop()
    failUnavailable(commandsOf(this.#commit?.batch.decided ?? []))
    failUnavailable(this.#rejected ?? [])
    failUnavailable(this.#discardBatch())
    this.#queue.clear()
    this.#signalWork()
  }

  #signalWork(): void {
    const isBusy = !this.#isDead && this.#isBusy()
    if (isBusy === this.#isSignalledBusy) return
    this.#isSignalledBusy = isBusy
    this.#options.workSignal.set(isBusy)
  }

  #isBusy(): boolean {
    const { count, lookup } = this.#queue
    return count > 0 || lookup !== undefined || this.#commit !== undefined || !this.#batch.isEmpty
  }

  /** Whether work arrived after `#work` last checked. */
  #canContinue(): boolean {
    if (this.#isDead) return false
    // After a failure nothing is decided before the reload, which waits for the commit in progress.
    if (this.#failure !== undefined) return this.#commit === undefined
    if (this.#queue.canLookUp) return true
    if (this.#commit === undefined) return this.#queue.hasReady || !this.#batch.isEmpty || this.#probe.isDue
    return this.#queue.hasReady && this.#batch.decided.length < BATCH_MAX && !this.#queue.isSearching
  }

  /** Decides ready commands into the open batch and commits it once the batch before it has been committed. */
  async #work(): Promise<void> {
    while (!this.#isDead) {
      if (this.#failure === undefined) {
        this.#queue.lookUp()
        await this.#decideReady().catch((error: unknown) => this.#fail(error))
      }
      // The lease may have been lost while something was loaded: commands decided after that fail too.
      if (this.#isDead) this.end()
      if (this.#commit !== undefined || this.#isDead) return
      if (this.#failure !== undefined) await this.#reload()
      else if (!this.#batch.isEmpty || this.#areTasksDue() || this.#probe.isDue) this.#send()
      else if (!this.#queue.hasReady) return
    }
  }

  /**
   * Decides scheduled work and ready commands. While the command that the store rejects is searched for, decides half
   * of the suspects without scheduled work, and never on top of a batch that may be rejected as well.
   * @throws when the database cannot be read. The world is unusable then; `#discardBatch` returns the commands.
   */
  async #decideReady(): Promise<void> {
    const { isSearching, searchMax } = this.#queue
    if (isSearching && this.#commit !== undefined) return
    if (!isSearching && !this.#isStopping) await this.#settleDue()
    this.#undecided = this.#queue.take((isSearching ? searchMax : BATCH_MAX) - this.#batch.decided.length)
    await this.#cache.ensure(this.#undecided.map(({ command }) => command))
    for (let next = this.#undecided[0]; next !== undefined; next = this.#undecided[0]) {
      await this.#decide(next)
      this.#undecided.shift()
    }
  }

  async #decide(queued: QueuedCommand): Promise<void> {
    if (this.#options.isHalted()) {
      queued.respond(HALTED)
      return
    }
    if (queued.deadlineMs < performance.now()) {
      queued.respond(UNAVAILABLE)
      return
    }
    if (!this.#cache.use(queued.command)) await this.#cache.ensure([queued.command])
    if (!this.#batch.decide(queued)) this.#queue.defer(queued)
    // Follow-ups run before the next command, which could undo what caused them.
    for (const command of this.#batch.takeFollowUps()) {
      if (!this.#cache.use(command)) await this.#cache.ensure([command])
      this.#batch.decideFollowUp(command)
    }
  }

  async #settleDue(): Promise<void> {
    const { clock, schedule, isHalted } = this.#options
    if (this.#isDueRead || isHalted() || !schedule.isDue(clock.nowMs())) return
    // Callers that have just had a response send their next command a moment later.
    const due = await schedule.read(clock.nowMs(), this.#queue.hasReady || this.#hadCommands)
    this.#isDueRead = due.length > 0
    await this.#cache.ensureSubjects(due)
    for (const subject of due) this.#batch.settle(subject)
  }

  #areTasksDue(): boolean {
    const { tasks, clock } = this.#options
    return !this.#isStopping && !this.#queue.isSearching && tasks.isDue(clock.nowMs())
  }

  /** Seals the open batch and commits it; a new batch opens. */
  #send(): void {
    const { connection, lease, clock, tasks } = this.#options
    const tasksAtMs = this.#areTasksDue() ? clock.nowMs() : undefined
    const batch = this.#seal()
    const nextDue = batch.nextDue()
    // Tasks come first, because one makes the partitions for the batch's rows after the clock has jumped ahead.
    const statements = [...(tasksAtMs === undefined ? [] : tasks.statements(tasksAtMs)), ...batch.statements(nextDue)]
    const { decided, outcomes } = batch
    const message = { id: this.#publishedId + 1, ...batch.message() }
    const commit = { batch, nextDue, tasksAtMs }
    const isProbe = this.#probe.take()
    const sentAtMs = performance.now()
    if (statements.length === 0 && !isProbe) {
      this.#complete(commit)
      return
    }
    this.#commit = commit
    this.#queue.noteCommitting(outcomes)
    const sent = connection.commit([
      // First, because it locks the writer's state: events that others log meanwhile come after this batch's.
      renewLease(lease.epoch, clock.lastIdMs),
      ...statements,
      ...replaceOutbox(message.id, JSON.stringify(message), this.#publishedId),
    ])
    // Safe before the commit completes: evicted entries are reloaded over the same connection, after the commit.
    this.#cache.evict()
    this.#sent = sent
      .then(() => {
        this.#options.bus.publish('economy', message)
        this.#publishedId = message.id
        this.#probe.noteSucceeded(decided.length > 0)
        this.#options.observer?.batchCommitted(decided.length, performance.now() - sentAtMs)
        this.#complete(commit)
      })
      .catch((error: unknown) => {
        if (isRejectedByStore(error)) this.#rejected = commandsOf(decided)
        else failUnavailable(commandsOf(decided))
        this.#fail(error)
      })
      .finally(() => {
        this.#commit = undefined
        this.#sent = undefined
        this.#signalWork()
        this.wake()
      })
  }

  /** Ends the open batch and opens the next, which begins with the deferred commands. */
  #seal(): Batch {
    const sealed = this.#batch
    this.#cache.noteAdded(sealed.rows.addedSize())
    this.#batch = this.#newBatch()
    this.#isDueRead = false
    this.#hadCommands = sealed.decided.length > 0
    this.#queue.resume()
    return sealed
  }

  #complete({ batch, nextDue, tasksAtMs }: Commit): void {
    const { clock, tasks, schedule, observer } = this.#options
    const { decided, outcomes, rows } = batch
    this.#queue.noteCommitted(outcomes, decided.length)
    schedule.noteWritten(nextDue, clock.nowMs())
    if (tasksAtMs !== undefined) tasks.noteDone(tasksAtMs)
    for (const { queued, outcome } of decided) queued.respond(outcome)
    if (observer !== undefined) for (const { queued, outcome } of decided) observer.responded(queued.command, outcome)
    this.#stats.commands += decided.length
    this.#stats.batches += 1
    this.#stats.settled += rows.settledCount()
  }

  #fail(error: unknown): void {
    if (this.#isDead) return
    this.#failure ??= error
    this.#stats.failedBatches += 1
    if (!isRejectedByStore(error)) this.#probe.noteFailed(error)
    this.#options.log.error({ err: error }, 'batch commit failed')
    this.#options.schedule.postpone(this.#options.clock.nowMs())
  }

  /** After a failure: discards undurable state, reloads from the store and publishes messages it committed. */
  async #reload(): Promise<void> {
    const { connection, lease, bus, onDead } = this.#options
    const open = this.#discardBatch()
    this.#queue.reload()
    if (isRejectedByStore(this.#failure)) this.#requeueRejected(open)
    else failUnavailable([...(this.#rejected ?? []), ...open])
    this.#rejected = undefined
    try {
      await checkLease(connection, lease.epoch)
      for (const message of await readUnpublished(connection, this.#publishedId)) {
        bus.publish('economy', message)
        this.#publishedId = message.id
      }
      this.#cache = await openCache(this.#options)
      this.#batch = this.#newBatch()
      this.#isDueRead = false
    } catch (error) {
      this.end()
      onDead(error)
      return
    }
    this.#failure = undefined
  }

  /** The store rejected a batch because of its content, so none of it is stored. Only the command at fault fails. */
  #requeueRejected(open: readonly QueuedCommand[]): void {
    const culprit = this.#queue.requeueRejected(this.#rejected ?? open, this.#rejected === undefined ? [] : open)
    if (culprit === undefined) return
    this.#options.log.error({ err: this.#failure, type: culprit.command.type }, 'store rejected a command')
    culprit.respond(FAILED)
  }

  /** Replaces the open batch with an empty one. @returns its commands in order, decided or not. None is durable. */
  #discardBatch(): QueuedCommand[] {
    const commands = [...commandsOf(this.#batch.decided), ...this.#undecided]
    this.#undecided = []
    this.#batch = this.#newBatch()
    return commands
  }

  #newBatch(): Batch {
    const { areas, responses, clock, rngFor, log } = this.#options
    const onBug = (error: unknown): void => log.error({ err: error }, 'rule failed')
    const knownOutcome = (key: string): KnownOutcome | undefined => this.#queue.knownOutcome(key)
    return new Batch({ areas, responses, clock, rngFor, cache: this.#cache, onBug, knownOutcome })
  }
}

function commandsOf(decided: readonly Decided[]): QueuedCommand[] {
  return decided.map(({ queued }) => queued)
}

function openCache({ connection, areas, catalogue, cacheLimits }: PipelineOptions): Promise<WorldCache> {
  return WorldCache.open(connection, areas, catalogue, cacheLimits)
}
