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
import { insertAuditRows } from '../store/audit-log.ts'
import type { AuditEntry } from '../store/audit-log.ts'
import type { EconomyMessage } from '../bus/message.ts'
import type { Statement } from '../store/statement.ts'
import type { ResponseTable, EconomyArea } from './area.ts'
import { auditResult } from './audit-result.ts'
import { BatchRows, BatchUpdates } from './batch-rows.ts'
import { insertOutcomes, type KnownOutcome, type OutcomeRow } from './known-outcomes.ts'
import { FAILED, type Outcome } from './outcome.ts'
import { saveNextDue, type NextDue } from './schedule.ts'
import type { QueuedCommand } from './submission.ts'
import type { WorldCache } from './world-cache.ts'
import type { WriterClock } from './writer-clock.ts'

/** Scheduled work settled per batch. Without a limit, a player away for days would delay every other command. */
const SETTLE_LIMITS: RunLimits = { instantsPerSubject: 200, instants: 5_000 }
/** Pause before scheduled work is retried after its rule threw, so that one bug does not stop all other work. */
const BROKEN_WORK_PAUSE_MS = 60_000

/** What a batch needs from the writer. */
export interface BatchContext {
  readonly areas: readonly EconomyArea[]
  readonly responses: ResponseTable
  readonly cache: WorldCache
  readonly clock: WriterClock
  /** Random numbers for one operation, unpredictable without the server's secret (rules §3). */
  readonly rngFor: (operationId: string) => Rng
  readonly onBug: (error: unknown) => void
  /** Outcomes of commands before this batch, by owner and key. */
  readonly knownOutcome: (key: string) => KnownOutcome | undefined
}

/** A command with its outcome. */
export interface Decided {
  readonly queued: QueuedCommand
  readonly outcome: Outcome<unknown>
}

const NO_COMMANDS: readonly Command[] = []

/** The commands of one batch, decided in order and applied to the world in memory. Collects the rows to be committed. */
export class Batch {
  readonly #context: BatchContext
  readonly #outcomes = new Map<string, KnownOutcome>()
  readonly rows: BatchRows
  readonly #updates: BatchUpdates
  readonly #outcomeRows: OutcomeRow[] = []
  readonly #auditEntries: AuditEntry[] = []
  readonly #decided: Decided[] = []
  readonly #runner: CommandRunner
  /** Subjects whose scheduled work was settled, and those whose rule threw. */
  readonly #settled = new Map<string, DueSubject>()
  readonly #broken = new Set<string>()
  #followUps: Command[] = []
  #hasChanged = false

  constructor(context: BatchContext, limits: RunLimits = SETTLE_LIMITS) {
    this.#context = context
    this.rows = new BatchRows(context.areas)
    this.#updates = new BatchUpdates(context.areas, context.cache.world)
    this.#runner = new CommandRunner(context.cache.world, limits, context.rngFor, (events) => this.#apply(events))
  }

  /** In the order of their commands; callers get the outcome once the batch is durable. */
  get decided(): readonly Decided[] {
    return this.#decided
  }

  /** By owner and key. */
  get outcomes(): ReadonlyMap<string, KnownOutcome> {
    return this.#outcomes
  }

  /** Whether there is nothing to commit and no caller to respond to. */
  get isEmpty(): boolean {
    return this.#decided.length === 0 && this.#settled.size === 0 && !this.#hasChanged
  }

  /** Settles a subject's scheduled work as far as the limits allow; the rest stays due. */
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

  /** @returns false when the limits left scheduled work unsettled: retry in a later batch. */
  decide(queued: QueuedCommand): boolean {
    const known = this.#knownOutcome(queued)
    const events: EconomyEvent[] = []
    const outcome = known ?? this.#decide(queued, events)
    if (outcome === undefined) return false
    this.#decided.push({ queued, outcome })
    if (known === undefined) this.#storeOutcome(queued, outcome)
    if (queued.audit !== undefined && (events.length > 0 || queued.audit.isChangeOnly !== true)) {
      const { clock } = this.#context
      const result = auditResult(outcome, events, known !== undefined, queued.audit.change)
      this.#auditEntries.push({ ...queued.audit, ...result, id: clock.newId(), atMs: clock.nowMs() })
    }
    return true
  }

  /** Decides and applies a command without a caller. @returns its events; undefined when it was rejected. */
  decideFollowUp(command: Command): readonly EconomyEvent[] | undefined {
    const decision = this.#runner.run(command, this.#decisionContext(WORLD))
    return decision?.ok === true ? decision.value : undefined
  }

  /** Drains the follow-up commands raised since the last call, such as triggered price alerts. */
  takeFollowUps(): readonly Command[] {
    if (this.#followUps.length === 0) return NO_COMMANDS
    const followUps = this.#followUps
    this.#followUps = []
    return followUps
  }

  /** @param nextDue the result of `nextDue` */
  statements(nextDue: readonly NextDue[]): Statement[] {
    const logs = [insertOutcomes(this.#outcomeRows), insertAuditRows(this.#auditEntries)]
    return [
      ...this.rows.statements(this.#context.clock.publishMs()),
      ...saveNextDue(nextDue),
      ...logs.filter((statement) => statement !== undefined),
    ]
  }

  message(): Omit<EconomyMessage, 'id'> {
    return this.#updates.toMessage(this.#context.clock.publishMs())
  }

  /** Next due time of every subject that this batch touched. */
  nextDue(): NextDue[] {
    const { cache, clock } = this.#context
    const subjects = new Map(this.#settled)
    for (const subject of this.rows.dueSubjects()) subjects.set(keyOf(subject), subject)
    return Array.from(subjects, ([key, subject]) => ({
      subject,
      dueAtMs: this.#broken.has(key) ? clock.nowMs() + BROKEN_WORK_PAUSE_MS : nextDueMs(cache.world, subject),
    }))
  }

  #knownOutcome({ key, idempotency }: QueuedCommand): Outcome<unknown> | undefined {
    if (key === undefined) return undefined
    const known = this.#outcomes.get(key) ?? this.#context.knownOutcome(key)
    if (known === undefined) return undefined
    return known.requestHash === idempotency?.requestHash
      ? known.outcome
      : { ok: false, error: { code: 'idempotency_conflict' } }
  }

  /** Stores the outcome under its key, except `internal`: a failure caused by a bug can be retried. */
  #storeOutcome({ key, idempotency }: QueuedCommand, outcome: Outcome<unknown>): void {
    if (key === undefined || idempotency === undefined || (!outcome.ok && outcome.error.code === 'internal')) return
    this.#outcomes.set(key, { requestHash: idempotency.requestHash, outcome })
    const atMs = this.#context.clock.nowMs()
    this.#outcomeRows.push({ ...idempotency, outcomeJson: JSON.stringify(outcome), atMs })
  }

  /** If a rule throws, only its own command fails: deciding changes nothing. */
  #decide({ command, actorId }: QueuedCommand, events: EconomyEvent[]): Outcome<unknown> | undefined {
    let decision: Result<readonly EconomyEvent[], Rejection> | undefined
    try {
      decision = this.#runner.run(command, this.#decisionContext(actorId))
    } catch (error) {
      this.#context.onBug(error)
      return FAILED
    }
    if (decision?.ok !== true) return decision
    events.push(...decision.value)
    const respond = this.#context.responses[command.type] as (
      command: Command,
      events: readonly EconomyEvent[],
      world: WorldCache['world'],
    ) => unknown
    return { ok: true, value: respond(command, decision.value, this.#context.cache.world) }
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
    this.rows.add(events)
    this.#updates.add(events)
    for (const { followUps } of this.#context.areas) {
      if (followUps !== undefined) this.#followUps.push(...followUps(cache.world, events))
    }
  }
}

function keyOf({ kind, id }: DueSubject): string {
  return `${kind}/${id}`
}
