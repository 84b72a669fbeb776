import { BatchRun, type Decided } from './batch.ts'
import { CommitProbe } from './commit-probe.ts'
import { KeyLookup } from './key-lookup.ts'
import { RecentOutcomes, type KnownOutcome } from './known-outcomes.ts'
import { checkLease, keepLease, readUnpublished, replaceOutbox } from './lease.ts'
import { FROZEN, UNAVAILABLE, type Outcome } from './outcome.ts'
import type { Commit, PipelineOptions, PipelineStats } from './pipeline-options.ts'
import type { Waiting } from './submission.ts'
import { WorldCache } from './world-cache.ts'

/** Commands decided and committed together, at most. */
const BATCH_MAX = 500

/**
 * Decides commands in batches: while one batch is on its way to the disk, the next is decided on top of it. Callers
 * are answered after their own batch is durable. A failed commit drops the world, and with it whatever was decided on
 * top: memory starts again from what is durable.
 */
export class Pipeline {
  readonly #options: PipelineOptions
  readonly #stats: PipelineStats
  readonly #onDead: (error: unknown) => void
  readonly #recent = new RecentOutcomes()
  #cache: WorldCache
  /** The batch that gathers. */
  #run: BatchRun
  #commit: Commit | undefined
  /** Resolves when the commit on its way has come to its end, whichever. */
  #sent: Promise<void> | undefined
  #failure: unknown
  readonly #keys: KeyLookup
  /** Commands that can be decided. */
  #ready: Waiting[] = []
  /** Commands that have to wait until somebody they touch has caught up, in their order. */
  #deferred: Waiting[] = []
  /** Whether due work was read for the batch that gathers. */
  #isDueRead = false
  #hadCommands = false
  #publishedId: number
  readonly #probe = new CommitProbe(() => this.wake())
  #working: Promise<void> | undefined
  #isStopping = false
  /** What the signal says. */
  #isToldBusy = false
  #isDead = false

  private constructor(
    options: PipelineOptions,
    cache: WorldCache,
    stats: PipelineStats,
    onDead: (error: unknown) => void,
  ) {
    this.#options = options
    this.#cache = cache
    this.#stats = stats
    this.#onDead = onDead
    this.#publishedId = options.lease.unpublished.at(-1)?.id ?? 0
    this.#keys = new KeyLookup({
      connection: options.connection,
      isKnown: (key) => this.#knownOutcome(key) !== undefined,
      onRead: (outcomes, batch) => {
        this.#recent.remember(outcomes)
        this.#noteLookedUp(batch)
      },
      onFailure: (error, batch) => {
        turnAway(batch)
        this.#fail(error)
        this.#noteLookedUp([])
      },
    })
    this.#run = this.#newRun()
  }

  /** @param onDead called when the world cannot be read any more, or is another's; everybody has been answered then. */
  static async open(
    options: PipelineOptions,
    stats: PipelineStats,
    onDead: (error: unknown) => void,
  ): Promise<Pipeline> {
    const { connection, areas, catalogue, cacheLimits } = options
    return new Pipeline(options, await WorldCache.open(connection, areas, catalogue, cacheLimits), stats, onDead)
  }

  /** Whether the last commit arrived. */
  get isCommitting(): boolean {
    return !this.#probe.isFailing
  }

  get waitingCount(): number {
    return this.#keys.arrivedCount + this.#ready.length + this.#deferred.length
  }

  add(waiting: Waiting): void {
    this.#keys.add(waiting)
    this.#tellWork()
    this.wake()
  }

  /** Refuses what waits. */
  freeze(): void {
    for (const waiting of [this.#keys.take(), this.#ready, this.#deferred]) turnAway(waiting, FROZEN)
    this.#ready = []
    this.#deferred = []
    this.#tellWork()
  }

  /** Memory starts again from what is stored. */
  thaw(): void {
    this.#failure ??= new Error('What is stored may have been repaired')
    this.wake()
  }

  wake(): void {
    if (this.#working !== undefined || this.#isDead) return
    // A macrotask later, so that requests that arrived together travel together.
    this.#working = new Promise((resolve) => {
      setImmediate(() => {
        void this.#work().finally(() => {
          this.#working = undefined
          this.#tellWork()
          resolve()
          if (this.#canGoOn()) this.wake()
        })
      })
    })
  }

  /** Finishes what was asked; what is due can wait for the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true
    while (!this.#isDead && (this.#working !== undefined || this.#isBusy())) {
      if (this.#sent === undefined && this.#keys.reading === undefined) this.wake()
      await Promise.all([this.#working, this.#sent, this.#keys.reading])
    }
    this.end()
  }

  /** Answers everybody who waits: the lease is gone. What was on its way may be durable or not. */
  end(): void {
    this.#isDead = true
    this.#probe.stop()
    for (const decided of [this.#commit?.decided ?? [], this.#run.decided]) turnAway(decided.map(toWaiting))
    for (const waiting of [this.#keys.take(), this.#ready, this.#deferred]) turnAway(waiting)
    this.#ready = []
    this.#deferred = []
    this.#tellWork()
  }

  #tellWork(): void {
    const isBusy = !this.#isDead && this.#isBusy()
    if (isBusy === this.#isToldBusy) return
    this.#isToldBusy = isBusy
    this.#options.workSignal.set(isBusy)
  }

  #isBusy(): boolean {
    return this.waitingCount > 0 || this.#keys.reading !== undefined || this.#commit !== undefined || !this.#run.isEmpty
  }

  /** Whether something came in between the last look and the end of the work. */
  #canGoOn(): boolean {
    if (this.#isDead) return false
    // After a failure nothing is decided before the world is read anew, and that waits for the commit on its way.
    if (this.#failure !== undefined) return this.#commit === undefined
    if (this.#keys.arrivedCount > 0 && this.#keys.reading === undefined) return true
    if (this.#commit !== undefined) return this.#ready.length > 0 && this.#run.decided.length < BATCH_MAX
    return this.#ready.length > 0 || !this.#run.isEmpty || this.#probe.isDue
  }

  /** Decides what is ready into the open batch, and sends it off when the one before it has arrived. */
  async #work(): Promise<void> {
    while (!this.#isDead) {
      if (this.#failure === undefined) {
        this.#ready.push(...this.#keys.start())
        await this.#decideReady().catch((error: unknown) => this.#fail(error))
      }
      if (this.#commit !== undefined || this.#isDead) return
      if (this.#failure !== undefined) await this.#startAnew()
      else if (!this.#run.isEmpty || this.#areChoresDue() || this.#probe.isDue) this.#send()
      else if (this.#ready.length === 0) return
    }
  }

  /** Goes on with commands whose keys are known now. */
  #noteLookedUp(batch: readonly Waiting[]): void {
    this.#ready.push(...batch)
    if (this.#isDead) this.end()
    else this.wake()
  }

  async #decideReady(): Promise<void> {
    const run = this.#run
    await this.#settleDue()
    const batch = this.#ready.splice(0, BATCH_MAX - run.decided.length)
    try {
      await this.#cache.ensure(batch.map(({ command }) => command))
      for (const waiting of batch) await this.#decide(waiting)
    } catch (error) {
      turnAway(run.decided.map(toWaiting))
      turnAway(batch)
      throw error
    }
  }

  async #decide(waiting: Waiting): Promise<void> {
    if (this.#options.isFrozen()) {
      waiting.answer(FROZEN)
      return
    }
    if (waiting.deadlineMs < performance.now()) {
      waiting.answer(UNAVAILABLE)
      return
    }
    if (!this.#cache.use(waiting.command)) await this.#cache.ensure([waiting.command])
    if (!this.#run.decide(waiting)) this.#deferred.push(waiting)
    // What follows comes before the next command, which may undo what it follows from.
    for (const command of this.#run.takeFollowUps()) {
      if (!this.#cache.use(command)) await this.#cache.ensure([command])
      this.#run.decideOnly(command)
    }
  }

  async #settleDue(): Promise<void> {
    const { clock, dueSubjects } = this.#options
    if (this.#isDueRead || this.#isStopping || this.#options.isFrozen() || !dueSubjects.isDue(clock.nowMs())) return
    // Callers who were just answered send again a moment later.
    const due = await dueSubjects.read(clock.nowMs(), this.#ready.length > 0 || this.#hadCommands)
    this.#isDueRead = due.length > 0
    await this.#cache.ensureSubjects(due)
    for (const subject of due) this.#run.settle(subject)
  }

  #areChoresDue(): boolean {
    const { chores, clock } = this.#options
    return !this.#isStopping && chores.isDue(clock.nowMs())
  }

  /** Seals the open batch and sends it to the disk; the next one opens. */
  #send(): void {
    const { connection, lease, clock, chores } = this.#options
    const run = this.#run
    const choresAtMs = this.#areChoresDue() ? clock.nowMs() : undefined
    const nextDue = run.nextDue()
    const statements = [...run.statements(nextDue), ...(choresAtMs === undefined ? [] : chores.statements(choresAtMs))]
    const { decided, outcomes, settledCount } = run
    const message = { id: this.#publishedId + 1, ...run.message() }
    const commit = { message, outcomes, decided, nextDue, settledCount, choresAtMs }
    const isProbe = this.#probe.take()
    const sentAtMs = performance.now()
    this.#cache.noteAdded(run.addedSize)
    this.#run = this.#newRun()
    this.#isDueRead = false
    this.#hadCommands = decided.length > 0
    this.#ready.unshift(...this.#deferred.splice(0))
    if (statements.length === 0 && !isProbe) {
      this.#complete(commit)
      return
    }
    this.#commit = commit
    const sent = connection.commit([
      ...statements,
      ...replaceOutbox(message.id, JSON.stringify(message), this.#publishedId),
      keepLease(lease.epoch, clock.lastIdMs),
    ])
    // What is loaded again is read behind this commit, so nothing uncommitted hangs on what leaves.
    this.#cache.evict()
    this.#sent = sent
      .then(() => {
        this.#options.bus.publish('economy', message)
        this.#publishedId = message.id
        this.#probe.noteArrived()
        this.#options.observer?.batchCommitted(decided.length, performance.now() - sentAtMs)
        this.#complete(commit)
      })
      .catch((error: unknown) => {
        turnAway(decided.map(toWaiting))
        this.#fail(error)
      })
      .finally(() => {
        this.#commit = undefined
        this.#sent = undefined
        this.#tellWork()
        this.wake()
      })
  }

  #complete({ decided, outcomes, nextDue, settledCount, choresAtMs }: Commit): void {
    const { clock, chores, dueSubjects } = this.#options
    this.#recent.remember(outcomes)
    dueSubjects.noteWritten(nextDue, clock.nowMs())
    if (choresAtMs !== undefined) chores.done(choresAtMs)
    for (const { waiting, outcome } of decided) waiting.answer(outcome)
    const { observer } = this.#options
    if (observer !== undefined) for (const { waiting, outcome } of decided) observer.answered(waiting.command, outcome)
    this.#stats.commands += decided.length
    this.#stats.batches += 1
    this.#stats.settled += settledCount
  }

  #fail(error: unknown): void {
    if (this.#isDead) return
    this.#failure ??= error
    this.#stats.failedBatches += 1
    this.#probe.noteFailed()
    this.#options.log.error({ err: error }, 'a batch was not committed')
    this.#options.dueSubjects.postpone(this.#options.clock.nowMs())
  }

  /** Nothing half-applied survives: memory starts again from what is durable, and so does what was told. */
  async #startAnew(): Promise<void> {
    const { connection, lease, areas, catalogue, cacheLimits, bus } = this.#options
    turnAway(this.#run.decided.map(toWaiting))
    this.#ready.unshift(...this.#deferred.splice(0))
    try {
      await checkLease(connection, lease.epoch)
      for (const message of await readUnpublished(connection, this.#publishedId)) {
        bus.publish('economy', message)
        this.#publishedId = message.id
      }
      this.#cache = await WorldCache.open(connection, areas, catalogue, cacheLimits)
    } catch (error) {
      this.end()
      this.#onDead(error)
      return
    }
    this.#run = this.#newRun()
    this.#isDueRead = false
    this.#failure = undefined
  }

  #knownOutcome(key: string): KnownOutcome | undefined {
    return this.#commit?.outcomes.get(key) ?? this.#recent.get(key)
  }

  #newRun(): BatchRun {
    const { areas, answers, clock, rngFor, log } = this.#options
    return new BatchRun({
      areas,
      answers,
      clock,
      rngFor,
      cache: this.#cache,
      onBug: (error) => log.error({ err: error }, 'a rule threw'),
      knownOutcome: (key) => this.#knownOutcome(key),
    })
  }
}

function toWaiting({ waiting }: Decided): Waiting {
  return waiting
}

/** Tells callers that nothing can be said of their commands: they ask again, with the same keys. */
function turnAway(all: readonly Waiting[], outcome: Outcome<never> = UNAVAILABLE): void {
  for (const { answer } of all) answer(outcome)
}
