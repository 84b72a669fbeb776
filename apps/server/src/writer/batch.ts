import {
  applyEvents,
  createRng,
  nextDueMs,
  Turn,
  WORLD,
  type Command,
  type DecisionContext,
  type EconomyEvent,
  type TriggerPriceAlert,
  type Rejection,
  type Result,
  type Rng,
  type TurnLimits,
  type UserId,
} from '@clutch/economy'
import type { EconomyMessage } from '../bus/message.ts'
import type { Statement, WriterConnection } from '../store/writer-connection.ts'
import { BatchRows } from './batch-rows.ts'
import { saveNextDue, type NextDue } from './due-players.ts'
import { MessageDraft } from './message-draft.ts'
import { answerOf, type Outcome } from './outcome.ts'
import { insertOutcomes, type OutcomeRow } from './statements.ts'
import { outcomeKey, type Waiting } from './submission.ts'
import type { WorldCache } from './world-cache.ts'
import { selectOutcomes, toPastOutcome, type PastOutcome } from './world-queries.ts'
import type { WriterClock } from './writer-clock.ts'

/** Catching up that one batch does: a player who has slept through days waits, not everybody. */
const TURN_LIMITS: TurnLimits = { instantsPerSubject: 200, instants: 5_000 }
/** A player whose work a rule throws at is left alone so long: a bug in it must not stop all others. */
const BROKEN_WORK_PAUSE_MS = 60_000

/** What a batch needs of the writer. */
export interface BatchContext {
  readonly connection: WriterConnection
  readonly cache: WorldCache
  readonly clock: WriterClock
  readonly chanceSecret: string
  readonly onBug: (error: unknown) => void
}

const NONE_REACHED: readonly TriggerPriceAlert[] = []

/** A decided batch: what to write, what to tell, whom to answer. Nothing is durable yet. */
export interface DecidedBatch {
  readonly statements: readonly Statement[]
  readonly message: Omit<EconomyMessage, 'id'>
  readonly answers: readonly { readonly waiting: Waiting; readonly outcome: Outcome<unknown> }[]
  /** Commands that have to wait until somebody they touch has caught up, in their order. */
  readonly deferred: readonly Waiting[]
  /** When the players of the batch have work due next. */
  readonly nextDue: readonly NextDue[]
  /** Jobs and harvest groups that ended. */
  readonly settledCount: number
}

/**
 * Settles the work of players that is due, then decides commands one after another, all against the world in memory;
 * each is applied before the next.
 */
export async function decideBatch(
  context: BatchContext,
  batch: readonly Waiting[],
  dueUsers: readonly UserId[],
): Promise<DecidedBatch> {
  const [past] = await Promise.all([
    loadOutcomes(context.connection, batch),
    context.cache.ensure(batch.map(({ command }) => command)),
  ])
  await context.cache.ensureAccounts(dueUsers)
  const run = new BatchRun(context, past)
  for (const userId of dueUsers) run.settle(userId)
  const answers = []
  const deferred = []
  for (const waiting of batch) {
    if (!context.cache.has(waiting.command)) await context.cache.ensure([waiting.command])
    const outcome = run.decideOne(waiting)
    if (outcome === undefined) deferred.push(waiting)
    else answers.push({ waiting, outcome })
    await fireReached(context.cache, run)
  }
  return {
    statements: run.statements(),
    message: run.message.toMessage(context.clock.nowMs()),
    answers,
    deferred,
    nextDue: run.nextDue(),
    settledCount: run.settledCount,
  }
}

/** Lets the alerts go off that the last command has set off, before the next command may move the price back. */
async function fireReached(cache: WorldCache, run: BatchRun): Promise<void> {
  for (const command of run.takeReached()) {
    if (!cache.has(command)) await cache.ensure([command])
    run.decideOnly(command)
  }
}

/** The commands of one batch, decided and applied in memory while their rows gather. */
export class BatchRun {
  readonly message: MessageDraft
  /** Jobs and harvest groups that ended. */
  settledCount = 0
  readonly #context: BatchContext
  /** Outcomes by owner and key: those of the past and those of this batch. */
  readonly #known: Map<string, { readonly requestHash: string; readonly outcome: Outcome<unknown> }>
  readonly #rows = new BatchRows()
  readonly #outcomeRows: OutcomeRow[] = []
  #reached: TriggerPriceAlert[] = []
  readonly #turn: Turn
  /** Players who were due, whether anything came of it or not, and those whose work threw. */
  readonly #settledUsers = new Set<UserId>()
  readonly #brokenUsers = new Set<UserId>()

  constructor(context: BatchContext, past: readonly PastOutcome[], limits: TurnLimits = TURN_LIMITS) {
    this.#context = context
    this.message = new MessageDraft(context.cache.world)
    this.#turn = new Turn(
      context.cache.world,
      limits,
      (operationId) => this.#rngFor(operationId),
      (events) => this.#apply(events),
    )
    this.#known = new Map(
      past.map((row) => [outcomeKey(row), { requestHash: row.requestHash, outcome: row.outcome as Outcome<unknown> }]),
    )
  }

  /** Settles what is due for a player, or a good part of it: the rest stays due. */
  settle(userId: UserId): void {
    this.#settledUsers.add(userId)
    try {
      this.#turn.settle({ kind: 'player', id: userId }, this.#context.clock.nowMs())
    } catch (error) {
      this.#context.onBug(error)
      this.#brokenUsers.add(userId)
    }
  }

  /** @returns undefined for a command that has to wait for a later batch. */
  decideOne(waiting: Waiting): Outcome<unknown> | undefined {
    const { idempotency } = waiting
    if (idempotency === undefined) return this.#decide(waiting)
    const known = this.#known.get(outcomeKey(idempotency))
    if (known !== undefined) {
      return known.requestHash === idempotency.requestHash
        ? known.outcome
        : { ok: false, error: { code: 'idempotency_conflict' } }
    }
    const outcome = this.#decide(waiting)
    if (outcome === undefined) return undefined
    if (!outcome.ok && outcome.error.code === 'internal') return outcome
    this.#known.set(outcomeKey(idempotency), { requestHash: idempotency.requestHash, outcome })
    this.#outcomeRows.push({ ...idempotency, outcomeJson: JSON.stringify(outcome), atMs: this.#context.clock.nowMs() })
    return outcome
  }

  statements(): Statement[] {
    const outcomes = insertOutcomes(this.#outcomeRows)
    const statements = [...this.#rows.statements(), ...saveNextDue(this.nextDue())]
    return outcomes === undefined ? statements : [...statements, outcomes]
  }

  /** When everybody at work in this batch has something due next. */
  nextDue(): NextDue[] {
    const { cache, clock } = this.#context
    return Array.from(new Set([...this.#rows.usersAtWork, ...this.#settledUsers]), (userId) => ({
      userId,
      dueAtMs: this.#brokenUsers.has(userId)
        ? clock.nowMs() + BROKEN_WORK_PAUSE_MS
        : nextDueMs(cache.world, { kind: 'player', id: userId }),
    }))
  }

  /** Alerts that have been set off since this was asked last, as commands. */
  takeReached(): readonly TriggerPriceAlert[] {
    if (this.#reached.length === 0) return NONE_REACHED
    const reached = this.#reached
    this.#reached = []
    return reached
  }

  /** Decides and applies a command that nobody waits for. @returns its events, none when it was refused. */
  decideOnly(command: Command): readonly EconomyEvent[] | undefined {
    const decision = this.#turn.run(command, this.#decisionContext(WORLD))
    if (decision?.ok !== true) return undefined
    this.#context.cache.touch(command)
    return decision.value
  }

  /** A rule that throws while deciding costs its own command, nobody else's: deciding changes nothing. */
  #decide({ command }: Waiting): Outcome<unknown> | undefined {
    const { cache } = this.#context
    let decision: Result<EconomyEvent[], Rejection> | undefined
    try {
      decision = this.#turn.run(command, this.#decisionContext(command.userId))
    } catch (error) {
      this.#context.onBug(error)
      return { ok: false, error: { code: 'internal' } }
    }
    if (decision?.ok !== true) return decision
    cache.touch(command)
    return { ok: true, value: answerOf(command, decision.value, cache.world) }
  }

  #decisionContext(actorId: UserId): DecisionContext {
    const { clock } = this.#context
    return {
      nowMs: clock.nowMs(),
      actorId,
      newId: () => clock.newId(),
      rngFor: (operationId) => this.#rngFor(operationId),
    }
  }

  #rngFor(operationId: string): Rng {
    return createRng(`${this.#context.chanceSecret}/${operationId}`)
  }

  #apply(events: readonly EconomyEvent[]): void {
    const { cache } = this.#context
    this.message.beforeApply(events)
    applyEvents(cache.world, events)
    this.#rows.add(events)
    this.message.add(events)
    this.settledCount += events.filter(({ type }) => type === 'job_ended' || type === 'harvest_ended').length
    cache.noteLotsPlaced(events.filter((event) => event.type === 'lot_placed').length)
    this.#noteReached(events)
  }

  /** One command changes one book, if any. */
  #noteReached(events: readonly EconomyEvent[]): void {
    const changed = events.find((event) => 'lot' in event)
    if (changed === undefined) return
    for (const { userId, id } of this.#context.cache.world.notifications.reachedAlerts(changed.lot.itemId)) {
      this.#reached.push({ type: 'trigger_price_alert', userId, alertId: id })
    }
  }
}

async function loadOutcomes(connection: WriterConnection, batch: readonly Waiting[]): Promise<PastOutcome[]> {
  const keys = batch.flatMap(({ idempotency }) => (idempotency === undefined ? [] : [idempotency]))
  if (keys.length === 0) return []
  const [rows = []] = await connection.load([selectOutcomes(keys)])
  return rows.map(toPastOutcome)
}
