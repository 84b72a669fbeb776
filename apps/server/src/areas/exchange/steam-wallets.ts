import type { SteamWallet } from '@clutch/contract'
import { isWithin, type ExchangeTerms } from '@clutch/economy'
import type { PlatformStack } from '../../platform/call-outcome.ts'
import type { PlatformInventories } from '../../platform/inventory-service.ts'
import type { PlayerLocks } from '../../platform/player-lock.ts'

/** How long a wallet is cached (rules §9), unless an exchange of its owner advances. */
const KEPT_MS = 10_000
/** How long to wait for the player's lock while an exchange is calling the platform. */
const WAIT_MAX_MS = 8_000
const WALLETS_MAX = 10_000

interface KeptWallet {
  readonly readAtMs: number
  readonly wallet: Promise<SteamWallet | undefined>
}

/** Players' platform wallets, cached for ten seconds. */
export class SteamWallets {
  readonly #platform: PlatformInventories
  readonly #locks: PlayerLocks
  readonly #terms: ExchangeTerms
  readonly #nowMs: () => number
  readonly #kept = new Map<string, KeptWallet>()

  constructor(platform: PlatformInventories, locks: PlayerLocks, terms: ExchangeTerms, nowMs: () => number = Date.now) {
    this.#platform = platform
    this.#locks = locks
    this.#terms = terms
    this.#nowMs = nowMs
  }

  /** @returns undefined when the platform is unavailable */
  async read(userId: string, steamId: string): Promise<SteamWallet | undefined> {
    const kept = this.#kept.get(userId)
    if (kept !== undefined && isWithin(kept.readAtMs, KEPT_MS, this.#nowMs())) return kept.wallet
    const wallet = this.#ask(steamId)
    const mine: KeptWallet = { readAtMs: this.#nowMs(), wallet }
    this.#kept.set(userId, mine)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > WALLETS_MAX && oldest !== undefined) this.#kept.delete(oldest)
    const read = await wallet
    // Failures are not cached.
    if (read === undefined && this.#kept.get(userId) === mine) this.#kept.delete(userId)
    return read
  }

  drop(userId: string): void {
    this.#kept.delete(userId)
  }

  async #ask(steamId: string): Promise<SteamWallet | undefined> {
    try {
      const signal = AbortSignal.timeout(WAIT_MAX_MS)
      const listed = await this.#locks.take(steamId, signal, () => this.#platform.list(steamId, signal))
      return listed.kind === 'done' ? toWallet(listed.value, this.#terms) : undefined
    } catch {
      return undefined
    }
  }
}

function toWallet(stacks: readonly PlatformStack[], { gold, silver, bronze }: ExchangeTerms): SteamWallet {
  const countOf = (itemId: number): number =>
    stacks.reduce((sum, stack) => sum + (stack.itemId === itemId ? stack.count : 0), 0)
  return {
    gold_coins: countOf(gold.itemId),
    silver_coins: countOf(silver.itemId),
    bronze_coins: countOf(bronze.itemId),
  }
}
