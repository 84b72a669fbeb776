import {
  applyEvents,
  nextDueMs,
  CommandRunner,
  WORLD,
  type Command,
  type DecisionContext,
  type DueSubject,
  type EconomyEvent,
  type Rejection,
  type Result,
  type Rng,
  type RunLimits,
  type UserId,
} from '@clutch/economy'
import { insertAuditRows } from '../audit/audit-rows.ts'
import type { AuditEntry } from '../audit/audit-entry.ts'
import type { EconomyMessage } from '../bus/message.ts'
import type { Statement } from '../store/statement.ts'
import type { AnswerTable, EconomyArea } from './area.ts'
import { BatchRows } from './batch-rows.ts'
import { BatchUpdates } from './batch-updates.ts'
import { saveNextDue, type NextDue } from './due-subjects.ts'
import { insertOutcomes, type KnownOutcome, type OutcomeRow } from './known-outcomes.ts'
import { FAILED, type Outcome } from './outcome.ts'
import { auditResult } from './audit-result.ts'
import type { Waiting } from './submission.ts'
import type { WorldCache } from './world-cache.ts'
import type { WriterClock } from './writer-clock.ts'

/** Catching up that one batch does: a player who has slept through days waits, not everybody. */
const TURN_LIMITS: RunLimits = { instantsPerSubject: 200, instants: 5_000 }
/** Work a rule throws at is left alone so long: a bug in it must not stop all others. */
const BROKEN_WORK_PAUSE_MS = 60_000

/** What a batch needs of the writer. */
export interface BatchContext {
  readonly areas: readonly EconomyArea[]
  readonly answers: AnswerTable
  readonly cache: WorldCache
  readonly clock: WriterClock
  /** Chance for one operation, that nobody outside can know (rules §3). */
  readonly rngFor: (operationId: string) => Rng
  readonly onBug: (error: unknown) => void
  /** Outcomes of commands before this batch, by owner and key. */
  readonly knownOutcome: (key: string) => KnownOutcome | undefined
}

/** A decided command and its caller. */
export interface Decided {
  readonly waiting: Waiting
  readonly outcome: Outcome<unknown>
}

const NO_COMMANDS: readonly Command[] = []

/**
 * The commands of one batch, decided one after another and applied in memory while their rows gather. Nothing of it is
 * durable yet.
 */
export class BatchRun {
  readonly #context: BatchContext
  readonly #outcomes = new Map<string, KnownOutcome>()
  readonly #rows: BatchRows
  readonly #updates: BatchUpdates
  readonly #outcomeRows: OutcomeRow[] = []
  readonly #auditEntries: AuditEntry[] = []
  readonly #decided: Decided[] = []
  readonly #runner: CommandRunner
  /** Who was due, whether anything came of it or not, and whose work threw. */
  readonly #settled = new Map<string, DueSubject>()
  readonly #broken = new Set<string>()
  #followUps: Command[] = []
  #hasChanged = false

  constructor(context: BatchContext, limits: RunLimits = TURN_LIMITS) {
    this.#context = context
    this.#rows = new BatchRows(context.areas)
    this.#updates = new BatchUpdates(context.areas, context.cache.world)
    this.#runner = new CommandRunner(context.cache.world, limits, context.rngFor, (events) => this.#apply(events))
  }

  /** Callers to be answered once the batch is durable, in the order of their commands. */
  get decided(): readonly Decided[] {
    return this.#decided
  }

  /** By owner and key. */
  get outcomes(): ReadonlyMap<string, KnownOutcome> {
    return this.#outcomes
  }

  /** Whether there is nothing to write and nobody to answer. */
  get isEmpty(): boolean {
    return this.#decided.length === 0 && this.#settled.size === 0 && !this.#hasChanged
  }

  /** Settles what is due for a subject, or a good part of it: the rest stays due. */
  settle(subject: DueSubject): void {
    const key = keyOf(subject)
    this.#settled.set(key, subject)
    try {
      this.#runner.settle(subject, this.#context.clock.nowMs())
    } catch (error) {
      this.#context.onBug(error)
      this.#broken.add(key)
    }
  }

  /** @returns false for a command that has to wait for a later batch. */
  decide(waiting: Waiting): boolean {
    const known = this.#knownOutcome(waiting)
    const events: EconomyEvent[] = []
    const outcome = known ?? this.#decide(waiting, events)
    if (outcome === undefined) return false
    this.#decided.push({ waiting, outcome })
    if (known === undefined) this.#keepOutcome(waiting, outcome)
    if (waiting.audit !== undefined) {
      const { clock } = this.#context
      const result = auditResult(outcome, events, known !== undefined, waiting.audit.change)
      this.#auditEntries.push({ ...waiting.audit, ...result, id: clock.newId(), atMs: clock.nowMs() })
    }
    return true
  }

  /** Decides and applies a command that nobody waits for. @returns its events, none when it was refused. */
  decideOnly(command: Command): readonly EconomyEvent[] | undefined {
    const decision = this.#runner.run(command, this.#decisionContext(WORLD))
    return decision?.ok === true ? decision.value : undefined
  }

  /** Commands that follow from what was decided since this was asked last, such as alerts whose price is there. */
  takeFollowUps(): readonly Command[] {
    if (this.#followUps.length === 0) return NO_COMMANDS
    const followUps = this.#followUps
    this.#followUps = []
    return followUps
  }

  /** Pieces of work that came to their end. */
  get settledCount(): number {
    return this.#rows.settledCount()
  }

  /** What books and the like have gained. */
  get addedSize(): number {
    return this.#rows.addedSize()
  }

  /** @param nextDue what `nextDue` told. */
  statements(nextDue: readonly NextDue[]): Statement[] {
    const besides = [insertOutcomes(this.#outcomeRows), insertAuditRows(this.#auditEntries)]
    return [
      ...this.#rows.statements(this.#context.clock.toldMs()),
      ...saveNextDue(nextDue),
      ...besides.filter((statement) => statement !== undefined),
    ]
  }

  message(): Omit<EconomyMessage, 'id'> {
    return this.#updates.toMessage(this.#context.clock.toldMs())
  }

  /** When everybody whose work this batch has touched has something due next. */
  nextDue(): NextDue[] {
    const { cache, clock } = this.#context
    const subjects = new Map(this.#settled)
    for (const subject of this.#rows.dueSubjects()) subjects.set(keyOf(subject), subject)
    return Array.from(subjects, ([key, subject]) => ({
      subject,
      dueAtMs: this.#broken.has(key) ? clock.nowMs() + BROKEN_WORK_PAUSE_MS : nextDueMs(cache.world, subject),
    }))
  }

  #knownOutcome({ key, idempotency }: Waiting): Outcome<unknown> | undefined {
    if (key === undefined) return undefined
    const known = this.#outcomes.get(key) ?? this.#context.knownOutcome(key)
    if (known === undefined) return undefined
    return known.requestHash === idempotency?.requestHash
      ? known.outcome
      : { ok: false, error: { code: 'idempotency_conflict' } }
  }

  /** Under its key, unless a bug made it: that may be tried again. */
  #keepOutcome({ key, idempotency }: Waiting, outcome: Outcome<unknown>): void {
    if (key === undefined || idempotency === undefined || (!outcome.ok && outcome.error.code === 'internal')) return
    this.#outcomes.set(key, { requestHash: idempotency.requestHash, outcome })
    const atMs = this.#context.clock.nowMs()
    this.#outcomeRows.push({ ...idempotency, outcomeJson: JSON.stringify(outcome), atMs })
  }

  /** A rule that throws while deciding costs its own command, nobody else's: deciding changes nothing. */
  #decide({ command, actorId }: Waiting, events: EconomyEvent[]): Outcome<unknown> | undefined {
    let decision: Result<readonly EconomyEvent[], Rejection> | undefined
    try {
      decision = this.#runner.run(command, this.#decisionContext(actorId))
    } catch (error) {
      this.#context.onBug(error)
      return FAILED
    }
    if (decision?.ok !== true) return decision
    events.push(...decision.value)
    const answer = this.#context.answers[command.type] as (
      command: Command,
      events: readonly EconomyEvent[],
      world: WorldCache['world'],
    ) => unknown
    return { ok: true, value: answer(command, decision.value, this.#context.cache.world) }
  }

  #decisionContext(actorId: UserId): DecisionContext {
    const { clock, rngFor } = this.#context
    return { nowMs: clock.nowMs(), newId: () => clock.newId(), rngFor, actorId }
  }

  #apply(events: readonly EconomyEvent[]): void {
    const { cache } = this.#context
    this.#hasChanged = true
    this.#updates.beforeApply(events)
    applyEvents(cache.world, events)
    this.#rows.add(events)
    this.#updates.add(events)
    for (const { followUps } of this.#context.areas) {
      if (followUps !== undefined) this.#followUps.push(...followUps(cache.world, events))
    }
  }
}

function keyOf({ kind, id }: DueSubject): string {
  return `${kind}/${id}`
}
