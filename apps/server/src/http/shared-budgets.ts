import { randomUUID } from 'node:crypto'
import { RATE_LIMITS, type RateLimit } from '@clutch/contract'
import type { Bus } from '../bus/bus.ts'
import type { BudgetCaller, Budgets } from './budgets.ts'

declare module '../bus/message.ts' {
  interface BusMessages {
    /** A use of a call that counts on every server. */
    readonly budget_spent: { readonly serverId: string; readonly call: string } & BudgetCaller
  }
}

/** A caller, who may use a key. */
interface SharedCaller extends BudgetCaller {
  readonly claims: { readonly userId: string; readonly key?: unknown } | undefined
}

/**
 * Budgets that several servers count together: those of sign-ins, which stop guessing, and of players' own keys, which can
 * call any server as often as they like. Each server reports the uses that it has admitted.
 */
export class SharedBudgets {
  readonly #bus: Bus
  readonly #serverId = randomUUID()
  readonly #budgets = new Map<string, Budgets>()

  constructor(bus: Bus) {
    this.#bus = bus
    bus.subscribe('budget_spent', ({ serverId, call, claims, ip }) => {
      if (serverId !== this.#serverId) this.#budgets.get(call)?.charge({ claims, ip }, 1)
    })
  }

  /** Counts what other servers report of a call. */
  add(call: string, budgets: Budgets): void {
    this.#budgets.set(call, budgets)
  }

  /** Reports an admitted use to other servers if it counts there. */
  report(call: string, limit: RateLimit, { claims, ip }: SharedCaller): void {
    if (limit !== RATE_LIMITS.signIn && claims?.key === undefined) return
    const caller = { claims: claims && { userId: claims.userId }, ip }
    this.#bus.publish('budget_spent', { serverId: this.#serverId, call, ...caller })
  }
}
