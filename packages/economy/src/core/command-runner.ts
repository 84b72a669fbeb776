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

/** How much catching up one turn does; the rest waits for the next, so that nobody holds up all others. */
export interface RunLimits {
  /** Moments at which work of one subject ended. */
  readonly instantsPerSubject: number
  /** The same of all subjects together. */
  readonly instants: number
}

/**
 * Runs commands and due work in the order of time, as far as each subject is concerned: whatever fell due for those
 * whom a command touches is settled before it, at the moment it was due, and what starts by itself starts after it. So
 * it does not matter when somebody comes round to settling. Each decision is handed to `apply` before the next.
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
   * Decides and applies a command, with all that has to come before and after. Everything `needsOf` names must be
   * loaded.
   * @returns undefined when something it touches is still behind: then try again in another turn.
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
      this.#follow(users, byItself(context))
    }
    return decision
  }

  /** Settles what is due for a subject up to a moment. @returns false when there is more than this turn may do. */
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

  /** Everything that is due at one moment, then what starts because of it. */
  #settleInstant(subject: DueSubject, atMs: number): void {
    const users = new Set<UserId>()
    const apply: Apply = (events) => {
      this.#apply(events)
      addOwners(users, events)
    }
    this.#rules.scheduler.settleInstant(this.#world, subject, atMs, this.#rngFor, apply, (context) => {
      if (subject.kind === 'player') users.add(subject.id)
      this.#follow(users, context)
      users.clear()
    })
  }

  #follow(users: ReadonlySet<UserId>, context: DecisionContext): void {
    for (const userId of users) this.#rules.afterStockChange(this.#world, userId, context, this.#apply)
  }
}

/** Adds those whose stock events have changed. */
function addOwners(users: Set<UserId>, events: readonly EconomyEvent[]): void {
  for (const event of events) {
    if (event.type === 'ledger_posted') for (const { owner } of event.changes) if (owner !== WORLD) users.add(owner)
  }
}

/** The context of what a command brings about without being asked for it. */
function byItself(context: DecisionContext): DecisionContext {
  return {
    nowMs: context.nowMs,
    actorId: WORLD,
    newId: () => context.newId(),
    rngFor: (operationId) => context.rngFor(operationId),
  }
}
