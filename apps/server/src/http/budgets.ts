import type { RateLimit } from '@clutch/contract'
import { addressKey } from './address-key.ts'

/** Addresses counted individually within a window. Further ones share a budget, so that a flood cannot exhaust memory or evict others. */
const ADDRESSES_MAX = 50_000
const OTHER_ADDRESSES = 'others'
const SECOND_MS = 1_000

/** A signed-in player, a key of the game's server under its id, or else an address. */
export interface BudgetCaller {
  readonly claims: { readonly userId: string } | undefined
  readonly ip: string
}

/** A caller's budget. */
export interface Budget {
  readonly left: number
  readonly resetSec: number
}

interface Window {
  readonly endsAtMs: number
  spent: number
}

/**
 * Rate limit of one call: a number of uses per caller within a window that begins with the first use. Entries are
 * dropped only when their window ends, so other callers cannot reset a budget.
 */
export class Budgets {
  readonly #max: number
  readonly #windowMs: number
  readonly #nowMs: () => number
  /** By caller, ordered by the end of the window. The number of signed-in players bounds its size. */
  readonly #players = new Map<string, Window>()
  readonly #addresses = new Map<string, Window>()

  /** @param factor multiplies the limit; 1 in production */
  constructor({ max, windowMs }: RateLimit, factor: number, nowMs: () => number = () => performance.now()) {
    this.#max = Math.ceil(max * factor)
    this.#windowMs = windowMs
    this.#nowMs = nowMs
  }

  /**
   * Takes one use from the budget of the request's caller: the signed-in player's, or else the network's.
   * @returns after how many seconds to try again; 0 when the call is within the budget
   */
  spend(caller: BudgetCaller): number {
    const { left, resetSec } = this.charge(caller, 1)
    return left >= 0 ? 0 : resetSec
  }

  /**
   * Takes several uses from the budget of the request's caller; 0 only reads it.
   * @returns uses left, negative when the budget is exceeded, and seconds until it is full again
   */
  charge({ claims, ip }: BudgetCaller, uses: number): Budget {
    const nowMs = this.#nowMs()
    const windows = claims === undefined ? this.#addresses : this.#players
    for (const [key, { endsAtMs }] of windows) {
      if (endsAtMs > nowMs) break
      windows.delete(key)
    }
    const key = claims?.userId ?? this.#addressKey(ip)
    const window = windows.get(key) ?? { endsAtMs: nowMs + this.#windowMs, spent: 0 }
    if (window.spent === 0 && uses > 0) windows.set(key, window)
    window.spent += uses
    return { left: this.#max - window.spent, resetSec: Math.max(1, Math.ceil((window.endsAtMs - nowMs) / SECOND_MS)) }
  }

  /** The RateLimit headers that tell a caller what is left. @param name of the budget, such as `key` */
  headers(name: string, { left, resetSec }: Budget): Readonly<Record<string, string>> {
    return {
      'ratelimit-policy': `"${name}";q=${this.#max};w=${this.#windowMs / SECOND_MS}`,
      ratelimit: `"${name}";r=${Math.max(0, left)};t=${resetSec}`,
    }
  }

  #addressKey(ip: string): string {
    const key = addressKey(ip)
    return this.#addresses.size < ADDRESSES_MAX || this.#addresses.has(key) ? key : OTHER_ADDRESSES
  }
}
