import { BatchRun, type Decided } from './batch.ts'
import type { KnownOutcome } from './known-outcomes.ts'
import { FROZEN, UNAVAILABLE } from './outcome.ts'
import type { PipelineOptions } from './pipeline-options.ts'
import type { Waiting } from './submission.ts'
import type { WaitingCommands } from './waiting-commands.ts'
import { WorldCache } from './world-cache.ts'

/** Commands decided and committed together, at most. */
const BATCH_MAX = 500

export interface OpenBatchOptions extends PipelineOptions {
  readonly waiting: WaitingCommands
  /** Outcomes of commands before the open batch, by owner and key. */
  readonly knownOutcome: (key: string) => KnownOutcome | undefined
}

/**
 * The open batch, and the part of the world in memory that it is decided on. Nothing of it is durable before it is
 * sealed and sent.
 */
export class OpenBatch {
  readonly #options: OpenBatchOptions
  #cache: WorldCache
  #run: BatchRun
  /** Commands taken from the queue that are not decided yet. */
  #undecided: Waiting[] = []
  /** Whether due work was read for this batch. */
  #isDueRead = false
  /** Whether the batch before it had commands. */
  #hadCommands = false

  /** @param cache the world as it is stored, see `openCache` */
  constructor(options: OpenBatchOptions, cache: WorldCache) {
    this.#options = options
    this.#cache = cache
    this.#run = this.#newRun()
  }

  /** Whether there is nothing to write and nobody to answer. */
  get isEmpty(): boolean {
    return this.#run.isEmpty
  }

  get isFull(): boolean {
    return this.#run.decided.length >= BATCH_MAX
  }

  /**
   * Decides what is due and the commands that are ready.
   * @param max commands of the whole batch, at most
   * @throws when the database cannot be read. The world is of no use then; `takeBack` returns the commands.
   */
  async decideReady(settlesDue: boolean, max = BATCH_MAX): Promise<void> {
    if (settlesDue) await this.#settleDue()
    this.#undecided = this.#options.waiting.take(max - this.#run.decided.length)
    await this.#cache.ensure(this.#undecided.map(({ command }) => command))
    for (let next = this.#undecided[0]; next !== undefined; next = this.#undecided[0]) {
      await this.#decide(next)
      this.#undecided.shift()
    }
  }

  /** Ends the batch and opens the next. Those it had to put off come first there. */
  seal(): BatchRun {
    const run = this.#run
    this.#cache.noteAdded(run.addedSize)
    this.#run = this.#newRun()
    this.#isDueRead = false
    this.#hadCommands = run.decided.length > 0
    this.#options.waiting.resume()
    return run
  }

  /** Lets go of what is too much to be kept in memory. */
  evict(): void {
    this.#cache.evict()
  }

  /** Commands of the open batch in their order, decided or not. None of them is durable, and none has a response. */
  takeBack(): Waiting[] {
    const commands = [...callersOf(this.#run.decided), ...this.#undecided]
    this.#undecided = []
    this.#run = this.#newRun()
    return commands
  }

  /** Begins again from what is stored. */
  async startAnew(): Promise<void> {
    this.#cache = await openCache(this.#options)
    this.#run = this.#newRun()
    this.#isDueRead = false
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
    if (!this.#run.decide(waiting)) this.#options.waiting.defer(waiting)
    // What follows comes before the next command, which may undo what it follows from.
    for (const command of this.#run.takeFollowUps()) {
      if (!this.#cache.use(command)) await this.#cache.ensure([command])
      this.#run.decideOnly(command)
    }
  }

  async #settleDue(): Promise<void> {
    const { clock, dueSubjects, isFrozen, waiting } = this.#options
    if (this.#isDueRead || isFrozen() || !dueSubjects.isDue(clock.nowMs())) return
    // Callers who were just answered send again a moment later.
    const due = await dueSubjects.read(clock.nowMs(), waiting.hasReady || this.#hadCommands)
    this.#isDueRead = due.length > 0
    await this.#cache.ensureSubjects(due)
    for (const subject of due) this.#run.settle(subject)
  }

  #newRun(): BatchRun {
    const { areas, answers, clock, rngFor, log, knownOutcome } = this.#options
    const onBug = (error: unknown): void => log.error({ err: error }, 'a rule threw')
    return new BatchRun({ areas, answers, clock, rngFor, cache: this.#cache, onBug, knownOutcome })
  }
}

/** Whoever waits for the answers to decided commands. */
export function callersOf(decided: readonly Decided[]): Waiting[] {
  return decided.map(({ waiting }) => waiting)
}

/** The world as it is stored, of which nothing is loaded yet. */
export function openCache({ connection, areas, catalogue, cacheLimits }: PipelineOptions): Promise<WorldCache> {
  return WorldCache.open(connection, areas, catalogue, cacheLimits)
}
