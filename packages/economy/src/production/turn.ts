import type { Command, DecisionContext } from '../command.ts'
import { decide } from '../decide.ts'
import type { EconomyEvent } from '../event.ts'
import { decideEndRuns } from '../harvest/end-runs.ts'
import { decideStartRuns } from '../harvest/start-runs.ts'
import { WORLD } from '../ledger/accounts.ts'
import { LedgerDraft } from '../ledger/ledger.ts'
import { needsOf } from '../needs.ts'
import type { UserId } from '../numbers.ts'
import type { Rejection } from '../rejection.ts'
import type { Result } from '../result.ts'
import type { Rng } from '../rng.ts'
import type { World } from '../world.ts'
import { endJob } from './end-job.ts'
import { instantContext } from './instant.ts'
import { QUEUES, type QueueName } from './job.ts'

/** How much catching up one turn does; the rest waits for the next, so that nobody holds up all others. */
export interface TurnLimits {
  /** Moments at which work of one player ended. */
  readonly instantsPerUser: number
  /** The same of all players together. */
  readonly instants: number
}

/** Commands that touch neither stock nor queues: nobody has to catch up before them. */
const WITHOUT_STOCK: ReadonlySet<Command['type']> = new Set<Command['type']>([
  'watch_item',
  'create_price_alert',
  'delete_price_alert',
  'fire_price_alert',
  'mark_notices_read',
])

/**
 * Runs commands and due work in the order of time, as far as each player is concerned: whatever fell due for those
 * whom a command touches is settled before it, at the moment it was due, and harvests start by themselves after it. So
 * it does not matter when somebody comes round to settling. Each decision is handed to `apply` before the next.
 */
export class Turn {
  readonly #world: World
  readonly #limits: TurnLimits
  readonly #rngFor: (operationId: string) => Rng
  readonly #apply: (events: readonly EconomyEvent[]) => void
  readonly #settledInstants = new Map<UserId, number>()
  #instantsLeft: number

  constructor(
    world: World,
    limits: TurnLimits,
    rngFor: (operationId: string) => Rng,
    apply: (events: readonly EconomyEvent[]) => void,
  ) {
    this.#world = world
    this.#limits = limits
    this.#rngFor = rngFor
    this.#apply = apply
    this.#instantsLeft = limits.instants
  }

  /**
   * Decides and applies a command, with all that has to come before and after. Everything `needsOf` names must be
   * loaded.
   * @returns undefined when somebody it touches is still behind: then try again in another turn.
   */
  run(command: Command, context: DecisionContext): Result<EconomyEvent[], Rejection> | undefined {
    if (!WITHOUT_STOCK.has(command.type)) {
      for (const userId of needsOf(this.#world, command).users) {
        if (!this.settle(userId, context.nowMs)) return undefined
      }
    }
    const decision = decide(this.#world, command, context)
    if (!decision.ok) return decision
    this.#apply(decision.value)
    for (const userId of touchedUsers(command, decision.value)) this.#startHarvests(userId, context)
    return decision
  }

  /** Settles what is due for a player up to a moment. @returns false when there is more than this turn may do. */
  settle(userId: UserId, untilMs: number): boolean {
    const { production } = this.#world.account(userId)
    for (;;) {
      const atMs = production.nextDueMs()
      if (atMs === undefined || atMs > untilMs) return true
      const settled = this.#settledInstants.get(userId) ?? 0
      if (settled >= this.#limits.instantsPerUser || this.#instantsLeft <= 0) return false
      this.#settledInstants.set(userId, settled + 1)
      this.#instantsLeft -= 1
      this.#settleInstant(userId, atMs)
    }
  }

  /** Everything that ends at one moment, then what starts because of it. */
  #settleInstant(userId: UserId, atMs: number): void {
    const context = instantContext(userId, atMs, this.#rngFor)
    for (const queue of QUEUES) this.#endJobs(userId, queue, context)
    const { production } = this.#world.account(userId)
    for (;;) {
      const group = production.firstGroup()
      if (group === undefined || group.endAtMs > atMs) break
      this.#apply(decideEndRuns(this.#world, group, context))
    }
    this.#startHarvests(userId, context)
  }

  #endJobs(userId: UserId, name: QueueName, context: DecisionContext): void {
    const queue = this.#world.account(userId).production.queue(name)
    for (;;) {
      const [job] = queue
      if (job === undefined || job.endAtMs > context.nowMs) return
      const draft = new LedgerDraft(this.#world, context.nowMs)
      const ended = endJob(this.#world, draft, job, context)
      this.#apply([...draft.toEvents(), ended])
    }
  }

  #startHarvests(userId: UserId, context: DecisionContext): void {
    for (const recipeId of this.#world.account(userId).production.enabledHarvests()) {
      const events = decideStartRuns(this.#world, userId, recipeId, context)
      if (events.length > 0) this.#apply(events)
    }
  }
}

/** Whose stock or settings a command has changed. */
function touchedUsers(command: Command, events: readonly EconomyEvent[]): ReadonlySet<UserId> {
  const users = new Set([command.userId])
  for (const event of events) {
    if (event.type === 'ledger_posted') for (const { owner } of event.changes) if (owner !== WORLD) users.add(owner)
  }
  return users
}
