import type { Rng } from './chance/rng.ts'
import type { Command, DecisionContext } from './command.ts'
import type { Apply, DueSubject } from './scheduler.ts'
import type { EconomyEvent } from './event.ts'
import { WORLD } from './ledger/accounts.ts'
import type { UserId } from './numbers.ts'
import type { Rejection } from './rejection.ts'
import type { Result } from './result.ts'
import type { Rules } from './rules.ts'
import type { World } from './world.ts'

/**
 * How much scheduled work one runner settles. The rest waits for the next batch: without a limit, one player's backlog
 * would delay all other commands.
 */
export interface RunLimits {
  /** Distinct due times of one subject. */
  readonly instantsPerSubject: number
  /** The same of all subjects together. */
  readonly instants: number
}

/**
 * Runs commands and scheduled work in the time order of each subject: work due for the players a command touches is
 * settled before it, at its due time, and automatic work starts after it. The result therefore does not depend on when
 * work is settled. Each decision is passed to `apply` before the next.
 */
export class BaseCommandRunner {
  readonly #rules: Rules
  readonly #world: World
  readonly #limits: RunLimits
  readonly #rngFor: (operationId: string) => Rng
  readonly #apply: Apply
  readonly #settledInstants = new Map<string, number>()
  #instantsLeft: number

  constructor(rules: Rules, world: World, limits: RunLimits, rngFor: (operationId: string) => Rng, apply: Apply) {
    this.#rules = rules
    this.#world = world
    this.#limits = limits
    this.#rngFor = rngFor
    this.#apply = apply
    this.#instantsLeft = limits.instants
  }

  /**
   * Decides and applies a command, with the work due before it and the work it starts. Everything `needsOf` names must
   * be loaded.
   * @returns undefined when the limits left due work unsettled: retry with another runner.
   */
  run(command: Command, context: DecisionContext): Result<EconomyEvent[], Rejection> | undefined {
    const touchesStock = this.#rules.touchesStock(command)
    if (touchesStock) {
      for (const subject of this.#rules.needsOf(this.#world, command).due) {
        if (!this.settle(subject, context.nowMs)) return undefined
      }
    }
    const decision = this.#rules.decide(this.#world, command, context)
    if (!decision.ok) return decision
    this.#apply(decision.value)
    if (touchesStock) {
      const users = new Set([command.userId])
      addOwners(users, decision.value)
      this.#startAutomaticWork(users, automaticContext(context))
    }
    return decision
  }

  /** Settles a subject's work due up to a time. @returns false when a limit was reached first. */
  settle(subject: DueSubject, untilMs: number): boolean {
    const { scheduler } = this.#rules
    for (;;) {
      const atMs = scheduler.nextMs(this.#world, subject)
      if (atMs === undefined || atMs > untilMs) return true
      const key = `${subject.kind}/${subject.id}`
      const settled = this.#settledInstants.get(key) ?? 0
      if (settled >= this.#limits.instantsPerSubject || this.#instantsLeft <= 0) return false
      this.#settledInstants.set(key, settled + 1)
      this.#instantsLeft -= 1
      this.#settleInstant(subject, atMs)
    }
  }

  /** Settles everything due at one time, then starts what follows from it. */
  #settleInstant(subject: DueSubject, atMs: number): void {
    const users = new Set<UserId>()
    const apply: Apply = (events) => {
      this.#apply(events)
      addOwners(users, events)
    }
    this.#rules.scheduler.settleInstant(this.#world, subject, atMs, this.#rngFor, apply, (context) => {
      if (subject.kind === 'player') users.add(subject.id)
      this.#startAutomaticWork(users, context)
      users.clear()
    })
  }

  #startAutomaticWork(users: ReadonlySet<UserId>, context: DecisionContext): void {
    for (const userId of users) this.#rules.afterStockChange(this.#world, userId, context, this.#apply)
  }
}

/** Adds the players whose stock the events changed. */
function addOwners(users: Set<UserId>, events: readonly EconomyEvent[]): void {
  for (const event of events) {
    if (event.type === 'ledger_posted') for (const { owner } of event.changes) if (owner !== WORLD) users.add(owner)
  }
}

/** The context of automatic work: the world is its actor. */
function automaticContext(context: DecisionContext): DecisionContext {
  return {
    nowMs: context.nowMs,
    actorId: WORLD,
    newId: () => context.newId(),
    rngFor: (operationId) => context.rngFor(operationId),
  }
}
