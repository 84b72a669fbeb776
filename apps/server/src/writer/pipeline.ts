import { CommitProbe } from './commit-probe.ts'
import { callersOf, OpenBatch, openCache } from './open-batch.ts'
import { KEY_LIMITS, RecentOutcomes, type KnownOutcome } from './known-outcomes.ts'
import { checkLease, keepLease, readUnpublished, replaceOutbox } from './lease.ts'
import { FAILED, FROZEN } from './outcome.ts'
import { isRefusedByStore } from '../store/store-away.ts'
import type { Commit, PipelineOptions, PipelineStats } from './pipeline-options.ts'
import type { Waiting } from './submission.ts'
import { UsedKeys } from './used-keys.ts'
import { turnAway, WaitingCommands } from './waiting-commands.ts'
import type { WorldCache } from './world-cache.ts'

/**
 * Decides commands in batches: while one batch is on its way to the disk, the next is decided on top of it. Callers
 * are answered after their own batch is durable. A failed commit drops the world, and with it whatever was decided on
 * top: memory starts again from what is durable.
 */
export class Pipeline {
  readonly #options: PipelineOptions
  readonly #stats: PipelineStats
  readonly #onDead: (error: unknown) => void
  readonly #recent: RecentOutcomes
  readonly #usedKeys: UsedKeys
  readonly #waiting: WaitingCommands
  readonly #open: OpenBatch
  #commit: Commit | undefined
  /** Resolves when the commit on its way has come to its end, whichever. */
  #sent: Promise<void> | undefined
  #failure: unknown
  /** Commands of a batch that the store has refused: they are decided again once the world has been read. */
  #refused: readonly Waiting[] | undefined
  /** How many commands at the front of the queue may hold the one that the store refuses. */
  #suspectCount = 0
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
    this.#stats = stats
    this.#onDead = onDead
    this.#publishedId = options.lease.unpublished.at(-1)?.id ?? 0
    const { connection, keyLimits = KEY_LIMITS, log } = options
    this.#recent = new RecentOutcomes(keyLimits.recentMin)
    this.#usedKeys = new UsedKeys({
      connection,
      limits: keyLimits,
      onFailure: (error) => log.error({ err: error }, 'which keys were used could not be read'),
    })
    this.#waiting = new WaitingCommands({
      connection,
      isToRead: (key) => this.#usedKeys.mayHave(key) && !this.#keepsOutcome(key),
      onRead: (outcomes) => {
        this.#recent.remember(outcomes)
        this.#goOn()
      },
      onFailure: (error, batch) => {
        turnAway(batch)
        this.#fail(error)
        this.#goOn()
      },
    })
    this.#open = new OpenBatch(
      { ...options, waiting: this.#waiting, knownOutcome: (key) => this.#knownOutcome(key) },
      cache,
    )
  }

  /** @param onDead called when the world cannot be read any more, or is another's; everybody has been answered then. */
  static async open(
    options: PipelineOptions,
    stats: PipelineStats,
    onDead: (error: unknown) => void,
  ): Promise<Pipeline> {
    return new Pipeline(options, await openCache(options), stats, onDead)
  }

  /** Whether the last commit arrived. */
  get isCommitting(): boolean {
    return !this.#probe.isFailing
  }

  get waitingCount(): number {
    return this.#waiting.count
  }

  add(waiting: Waiting): void {
    this.#waiting.add(waiting)
    this.#tellWork()
    this.wake()
  }

  /** A call that does not pass through the writer has used a key. */
  noteUsedKey(key: string): void {
    this.#usedKeys.note(key)
  }

  /** Refuses what waits. */
  freeze(): void {
    this.#waiting.refuse(FROZEN)
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
      if (this.#sent === undefined && this.#waiting.reading === undefined) this.wake()
      await Promise.all([this.#working, this.#sent, this.#waiting.reading])
    }
    this.end()
    await this.#usedKeys.stop()
  }

  /** Answers everybody who waits: the lease is gone. What was on its way may be durable or not. */
  end(): void {
    this.#isDead = true
    this.#probe.stop()
    void this.#usedKeys.stop()
    turnAway(callersOf(this.#commit?.decided ?? []))
    turnAway(this.#refused ?? [])
    turnAway(this.#open.takeBack())
    this.#waiting.refuse()
    this.#tellWork()
  }

  #tellWork(): void {
    const isBusy = !this.#isDead && this.#isBusy()
    if (isBusy === this.#isToldBusy) return
    this.#isToldBusy = isBusy
    this.#options.workSignal.set(isBusy)
  }

  #isBusy(): boolean {
    const { count, reading } = this.#waiting
    return count > 0 || reading !== undefined || this.#commit !== undefined || !this.#open.isEmpty
  }

  /** Whether something came in between the last look and the end of the work. */
  #canGoOn(): boolean {
    if (this.#isDead) return false
    // After a failure nothing is decided before the world is read anew, and that waits for the commit on its way.
    if (this.#failure !== undefined) return this.#commit === undefined
    if (this.#waiting.canLookUp) return true
    if (this.#commit !== undefined) return this.#waiting.hasReady && !this.#open.isFull && this.#suspectCount === 0
    return this.#waiting.hasReady || !this.#open.isEmpty || this.#probe.isDue
  }

  /** Decides what is ready into the open batch, and sends it off when the one before it has arrived. */
  async #work(): Promise<void> {
    while (!this.#isDead) {
      if (this.#failure === undefined) {
        this.#waiting.lookUp()
        await this.#decide().catch((error: unknown) => this.#fail(error))
      }
      // The lease may have been lost while something was loaded: what was decided after that is turned away too.
      if (this.#isDead) this.end()
      if (this.#commit !== undefined || this.#isDead) return
      if (this.#failure !== undefined) await this.#startAnew()
      else if (!this.#open.isEmpty || this.#areChoresDue() || this.#probe.isDue) this.#send()
      else if (!this.#waiting.hasReady) return
    }
  }

  /**
   * While the command that the store refuses is sought, half of the suspects are decided, without due work and not on
   * top of a batch that may be refused as well.
   */
  async #decide(): Promise<void> {
    if (this.#suspectCount === 0) return this.#open.decideReady(!this.#isStopping)
    if (this.#commit === undefined) return this.#open.decideReady(false, Math.ceil(this.#suspectCount / 2))
  }

  /** Goes on with commands whose keys are known now. */
  #goOn(): void {
    if (this.#isDead) this.end()
    else this.wake()
  }

  #areChoresDue(): boolean {
    const { chores, clock } = this.#options
    return !this.#isStopping && this.#suspectCount === 0 && chores.isDue(clock.nowMs())
  }

  /** Seals the open batch and sends it to the disk; the next one opens. */
  #send(): void {
    const { connection, lease, clock, chores } = this.#options
    const choresAtMs = this.#areChoresDue() ? clock.nowMs() : undefined
    const run = this.#open.seal()
    const nextDue = run.nextDue()
    const statements = [...run.statements(nextDue), ...(choresAtMs === undefined ? [] : chores.statements(choresAtMs))]
    const { decided, outcomes, settledCount } = run
    const message = { id: this.#publishedId + 1, ...run.message() }
    const commit = { message, outcomes, decided, nextDue, settledCount, choresAtMs }
    const isProbe = this.#probe.take()
    const sentAtMs = performance.now()
    if (statements.length === 0 && !isProbe) {
      this.#complete(commit)
      return
    }
    this.#commit = commit
    this.#usedKeys.add([...outcomes.keys()])
    const sent = connection.commit([
      ...statements,
      ...replaceOutbox(message.id, JSON.stringify(message), this.#publishedId),
      keepLease(lease.epoch, clock.lastIdMs),
    ])
    // What is loaded again is read behind this commit, so nothing uncommitted hangs on what leaves.
    this.#open.evict()
    this.#sent = sent
      .then(() => {
        this.#options.bus.publish('economy', message)
        this.#publishedId = message.id
        this.#probe.noteArrived(decided.length > 0)
        this.#options.observer?.batchCommitted(decided.length, performance.now() - sentAtMs)
        this.#complete(commit)
      })
      .catch((error: unknown) => {
        if (isRefusedByStore(error)) this.#refused = callersOf(decided)
        else turnAway(callersOf(decided))
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
    this.#suspectCount = Math.max(0, this.#suspectCount - decided.length)
    this.#stats.commands += decided.length
    this.#stats.batches += 1
    this.#stats.settled += settledCount
  }

  #fail(error: unknown): void {
    if (this.#isDead) return
    this.#failure ??= error
    this.#stats.failedBatches += 1
    if (!isRefusedByStore(error)) this.#probe.noteFailed(error)
    this.#options.log.error({ err: error }, 'a batch was not committed')
    this.#options.dueSubjects.postpone(this.#options.clock.nowMs())
  }

  /**
   * The store has refused a batch because of something in it, so nothing of it is stored. Its commands are decided
   * again, in halves, until the one at fault is alone: it fails, and no other.
   */
  #retryRefused(refused: readonly Waiting[], later: readonly Waiting[]): void {
    const [only] = refused
    const isFound = this.#suspectCount > 0 && refused.length === 1 && only !== undefined
    if (isFound) {
      this.#options.log.error({ err: this.#failure, type: only.command.type }, 'store refused a command')
      only.answer(FAILED)
    }
    this.#suspectCount = isFound ? 0 : refused.length
    this.#waiting.putBack(isFound ? later : [...refused, ...later])
  }

  /** Nothing half-applied survives: memory starts again from what is durable, and so does what was told. */
  async #startAnew(): Promise<void> {
    const { connection, lease, bus } = this.#options
    const open = this.#open.takeBack()
    this.#waiting.resume()
    if (isRefusedByStore(this.#failure)) this.#retryRefused(this.#refused ?? open, this.#refused ? open : [])
    else turnAway([...(this.#refused ?? []), ...open])
    this.#refused = undefined
    this.#usedKeys.startAnew()
    try {
      await checkLease(connection, lease.epoch)
      for (const message of await readUnpublished(connection, this.#publishedId)) {
        bus.publish('economy', message)
        this.#publishedId = message.id
      }
      await this.#open.startAnew()
    } catch (error) {
      this.end()
      this.#onDead(error)
      return
    }
    this.#failure = undefined
  }

  /** Whether a key's outcome is in memory, and will be when the commands that arrive now are decided. */
  #keepsOutcome(key: string): boolean {
    return this.#commit?.outcomes.has(key) === true || this.#recent.keeps(key)
  }

  #knownOutcome(key: string): KnownOutcome | undefined {
    return this.#commit?.outcomes.get(key) ?? this.#recent.get(key)
  }
}
