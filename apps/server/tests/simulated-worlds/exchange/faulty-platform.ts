import { openLeg, type Exchange } from '@clutch/economy'
import {
  circumstancesOf,
  performUnder,
  type Fault,
  type FaultPlan,
  type Reply,
} from '../../../../platform-sim/src/faults.ts'
import { changeReply, replyOf } from '../../../../platform-sim/src/inventory-service.ts'
import { Inventory, type ChangeResult, type Circumstances } from '../../../../platform-sim/src/inventory.ts'
import { classifyReply, type CallOutcome, type PlatformStack } from '../../../src/platform/call-outcome.ts'
import type { PlatformInventories } from '../../../src/platform/inventory-service.ts'
import type { Hazards } from './hazards.ts'
import type { LateClock } from './late-clock.ts'
import { COIN_ITEMS, RATES } from './terms.ts'

const APP_ID = 480
const CALL_TIMEOUT_MS = 6_000

type Answer = Promise<CallOutcome<readonly PlatformStack[]>>

/**
 * The platform's inventories as a server sees them over an unreliable network: calls fail, and both ends may be killed.
 */
export class FaultyPlatform implements PlatformInventories {
  readonly #faults: FaultPlan
  readonly #isOut: boolean
  readonly #hazards: Hazards
  readonly #clock: LateClock
  #inventory: Inventory
  #isCalling = false

  /** @param isOut whether it gives no meaningful response. */
  constructor(faults: FaultPlan, isOut: boolean, hazards: Hazards, clock: LateClock) {
    this.#faults = faults
    this.#isOut = isOut
    this.#hazards = hazards
    this.#clock = clock
    this.#inventory = new Inventory(COIN_ITEMS, undefined, clock.nowMs)
  }

  /** Adds items at once, without faults. */
  stock(steamId: string, itemIds: readonly number[], requestId: string): void {
    this.#inventory.add(steamId, itemIds, requestId, this.#clock.nowMs)
  }

  /** The calling server has died, so its call is over. */
  callerDied(): void {
    this.#isCalling = false
  }

  list(steamId: string): Answer {
    return this.#call(() => replyOf(this.#inventory.stacksOf(steamId), APP_ID))
  }

  add(steamId: string, itemIds: readonly number[], requestId: string): Answer {
    return this.#change((nowMs, how) => this.#inventory.add(steamId, itemIds, requestId, nowMs, how))
  }

  consume(steamId: string, stackId: string, count: number, requestId: string): Answer {
    return this.#change((nowMs, how) => this.#inventory.consume(steamId, stackId, count, requestId, nowMs, how))
  }

  consolidate(steamId: string, itemIds: readonly number[]): Answer {
    return this.#call(() => replyOf(this.#inventory.consolidate(steamId, itemIds), APP_ID))
  }

  /** Whether it executed the last request of an exchange, according to its own records. */
  wasDone(steamId: string, exchange: Exchange): boolean {
    const method = exchange.direction === 'to_steam' ? 'add' : 'consume'
    const { answered } = this.#inventory.snapshot()
    return answered.some(({ key }) => key === `${method}:${steamId}:${openLeg(exchange)?.requestId}`)
  }

  /** A player's platform coins, in Surprise coins. */
  coinsOf(steamId: string): number {
    const coins = (['gold', 'silver', 'bronze'] as const).map(
      (coin) => this.#inventory.quantityOf(steamId, COIN_ITEMS[coin]) * RATES[coin],
    )
    return coins.reduce((sum, value) => sum + value, 0)
  }

  #change(act: (nowMs: number, how: Circumstances) => ChangeResult): Answer {
    return this.#call((fault) => changeReply(act(this.#clock.nowMs, circumstancesOf(fault)), APP_ID))
  }

  async #call(run: (fault: Fault | undefined) => Reply): Answer {
    if (this.#isCalling) throw new Error('Two concurrent calls')
    this.#isCalling = true
    this.#hazards.mayDie()
    const fault = this.#hazards.areOver ? undefined : this.#nextFault()
    // The platform may be killed before it has stored its changes; then it has sent no response either.
    const saved = this.#hazards.isOtherKilled() ? structuredClone(this.#inventory.snapshot()) : undefined
    const heard = performUnder(
      fault,
      this.#faults,
      () => run(fault),
      (delayMs, act) => this.#clock.at(this.#clock.nowMs + CALL_TIMEOUT_MS + delayMs, act),
    )
    if (saved !== undefined) {
      this.#inventory = new Inventory(COIN_ITEMS, saved, this.#clock.nowMs)
      this.#isCalling = false
      return { kind: 'ambiguous', reason: 'killed' }
    }
    this.#hazards.mayDie()
    this.#isCalling = false
    if (heard.kind === 'reply') {
      const { status, eresult, text } = heard.reply
      return classifyReply({ status, eresult: eresult === undefined ? undefined : String(eresult), text })
    }
    if (heard.kind === 'silence') this.#clock.pass(this.#clock.nowMs + CALL_TIMEOUT_MS)
    return { kind: 'ambiguous', reason: heard.kind }
  }

  #nextFault(): Fault | undefined {
    for (;;) {
      const fault = this.#faults.next()
      const isClear = fault === undefined || fault === 'forgetful' || fault === 'refused'
      if (!this.#isOut || !isClear) return fault
    }
  }
}
