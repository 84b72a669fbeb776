import {
  asUserId,
  applyEvents,
  COINS,
  createWorld,
  findViolations,
  fail,
  rngFromText,
  succeed,
  CommandRunner,
  WORLD,
  type Command,
  type Rng,
  type World,
} from '@clutch/economy'
import { FaultPlan } from '../../../../platform-sim/src/faults.ts'
import { advanceExchange, type ExchangePorts } from '../../../src/areas/exchange/advance.ts'
import { nextRequest } from '../../../src/areas/exchange/responses.ts'
import { FaultyPlatform } from './faulty-platform.ts'
import { Hazards, Killed } from './hazards.ts'
import { LateClock } from './late-clock.ts'
import { catalogue, COIN_ITEMS, RATES } from './terms.ts'

const STEAM_ID = '76561199000000001'
const USER = asUserId('00000000-0000-7000-9000-000000000001')
const START_MS = 1_000_000_000_000
const START_COINS = 5_000_000
const MINUTE_MS = 60_000
/** Delayed effects arrive before a rejection is trusted (rules §9). */
const LATE_MAX_MS = 10 * MINUTE_MS
/** A task whose server died is claimed again after this time. */
const LEASE_MS = 60_000
const RETRY_MAX_MS = 5 * MINUTE_MS
const UNLIMITED = { instantsPerSubject: Number.POSITIVE_INFINITY, instants: Number.POSITIVE_INFINITY }
const ANSWERED = { done: true } as const

export interface ExchangeWorldReport {
  readonly ends: Readonly<Record<string, number>>
  readonly attempts: number
  readonly kills: number
}

/** How adverse a world is. */
export interface ExchangeWorldOptions {
  readonly exchanges: number
  /** Share of calls that fail, 0 to 1. */
  readonly faultShare: number
  /** Chance in a hundred that the server is killed at each point where it may be. */
  readonly killPercent: number
  /** The platform gives no meaningful response for days. */
  readonly isOut?: boolean
}

/**
 * Runs one player's exchanges through faults and kills of both processes, on a simulated clock. In the end every
 * exchange has settled, was refunded, or is parked; and once the operator has decided the parked ones, no coin is
 * missing or surplus across both sides.
 * @throws naming the violation
 */
export async function liveThroughExchanges(seed: string, options: ExchangeWorldOptions): Promise<ExchangeWorldReport> {
  const world = new ExchangeWorld(seed, options)
  return world.live()
}

class ExchangeWorld {
  readonly #rng: Rng
  readonly #options: ExchangeWorldOptions
  readonly #world: World
  readonly #clock = new LateClock(START_MS)
  readonly #hazards: Hazards
  readonly #platform: FaultyPlatform
  #ids = 0
  #attempts = 0
  readonly #tasks: { readonly exchangeId: string; attempts: number; dueAtMs: number }[] = []
  readonly #ends: Record<string, number> = {}

  constructor(seed: string, options: ExchangeWorldOptions) {
    this.#rng = rngFromText(seed)
    this.#options = options
    this.#hazards = new Hazards(this.#rng, options.killPercent)
    const faults = new FaultPlan(seed, options.faultShare, LATE_MAX_MS)
    this.#platform = new FaultyPlatform(faults, options.isOut === true, this.#hazards, this.#clock)
    this.#world = createWorld(catalogue())
    this.#world.addAccount(USER)
    for (const [index, coin] of [COIN_ITEMS.gold, COIN_ITEMS.silver, COIN_ITEMS.bronze, COIN_ITEMS.bronze].entries()) {
      const coins = Array.from({ length: 10 + this.#rng.below(30) }, () => coin)
      this.#platform.stock(STEAM_ID, coins, `${index}`)
    }
    this.#run({ type: 'grant', userId: USER, kind: 'quest_drop', coins: START_COINS, items: [] })
  }

  async live(): Promise<ExchangeWorldReport> {
    const before = this.#allCoins()
    for (let exchange = 0; exchange < this.#options.exchanges; exchange += 1) this.#begin()
    for (let task = this.#next(); task !== undefined; task = this.#next()) {
      this.#clock.pass(task.dueAtMs)
      task.attempts += 1
      // A claimed task runs nowhere else; if its server dies, it stays claimed until the lease ends.
      task.dueAtMs = this.#clock.nowMs + LEASE_MS
      try {
        const hasEnded = await advanceExchange(
          this.#ports(),
          this.#refOf(task.exchangeId),
          new AbortController().signal,
        )
        if (hasEnded) this.#tasks.splice(this.#tasks.indexOf(task), 1)
        else task.dueAtMs = this.#clock.nowMs + Math.min(RETRY_MAX_MS, 1_000 * 2 ** Math.min(task.attempts - 1, 20))
      } catch (error) {
        if (!(error instanceof Killed)) throw error
        this.#platform.callerDied()
      }
      this.#check()
    }
    // Effects still in transit arrive.
    this.#clock.pass(this.#clock.nowMs + LATE_MAX_MS)
    this.#decideParked()
    this.#check()
    const after = this.#allCoins()
    if (after !== before) throw new Error(`${before} coins at the start became ${after} at the end`)
    if (this.#world.account(USER).exchanges.size > 0) throw new Error('An exchange has not ended')
    return { ends: this.#ends, attempts: this.#attempts, kills: this.#hazards.kills }
  }

  #begin(): void {
    const currency = (['bronze', 'silver', 'bronze', 'gold'] as const)[this.#rng.below(4)] ?? 'bronze'
    const count = 1 + this.#rng.below(25)
    const command: Command =
      this.#rng.below(2) === 0
        ? { type: 'exchange_to_steam', userId: USER, currency, coins: count * RATES[currency] }
        : { type: 'exchange_from_steam', userId: USER, currency, count }
    if (!this.#run(command).ok) return
    const [id] = [...this.#world.account(USER).exchanges.keys()].slice(-1)
    if (id !== undefined) this.#tasks.push({ exchangeId: id, attempts: 0, dueAtMs: this.#clock.nowMs })
  }

  #next() {
    return this.#tasks.toSorted((a, b) => a.dueAtMs - b.dueAtMs)[0]
  }

  #refOf(exchangeId: string) {
    return { exchangeId, userId: USER, steamId: STEAM_ID }
  }

  #ports(): ExchangePorts {
    return {
      submit: (async (command: Command) => {
        // Before the state is durable, and between that and the response.
        this.#hazards.mayDie()
        const outcome = this.#run(command)
        this.#hazards.mayDie()
        if (!outcome.ok) return fail(outcome.error)
        if (command.type !== 'attempt_exchange') return succeed(ANSWERED)
        const exchange = this.#world.account(USER).exchanges.get(command.exchangeId)
        if (exchange === undefined) return succeed({ next: 'nothing' })
        this.#attempts += 1
        return succeed(nextRequest(this.#world, exchange))
      }) as ExchangePorts['submit'],
      beforeCall: async () => undefined,
      platform: this.#platform,
    }
  }

  /** The operator checks what the platform remembers, and decides accordingly. */
  #decideParked(): void {
    this.#hazards.end()
    for (const exchange of this.#world.account(USER).exchanges.values()) {
      if (exchange.state !== 'parked') throw new Error(`Exchange ${exchange.id} is still ${exchange.state}`)
      const wasDone = this.#platform.wasDone(STEAM_ID, exchange)
      this.#run({ type: 'decide_exchange', userId: USER, exchangeId: exchange.id, wasDone })
    }
  }

  #run(command: Command) {
    const runner = new CommandRunner(
      this.#world,
      UNLIMITED,
      (id) => rngFromText(id),
      (events) => {
        applyEvents(this.#world, events)
        for (const event of events) {
          if (event.type !== 'exchange_changed') continue
          const { state, settledAtMs } = event.exchange
          const hasParked = event.steps.some(({ kind }) => kind === 'parked')
          if ((settledAtMs !== undefined && !this.#hazards.areOver) || hasParked)
            this.#ends[state] = (this.#ends[state] ?? 0) + 1
        }
      },
    )
    const newId = (): string => {
      this.#ids += 1
      return `00000000-0000-7000-8000-${String(this.#ids).padStart(12, '0')}`
    }
    const context = { nowMs: this.#clock.nowMs, actorId: WORLD, newId, rngFor: (id: string) => rngFromText(id) }
    const outcome = runner.run(command, context)
    if (outcome === undefined) throw new Error('A runner without limits left work unsettled')
    return outcome
  }

  #check(): void {
    const [violation] = findViolations(this.#world)
    if (violation !== undefined) throw new Error(JSON.stringify(violation))
  }

  /** Everything the player owns on both sides, in Surprise coins. */
  #allCoins(): number {
    const { free, held } = this.#world.balanceOf(USER, COINS)
    return free + held + this.#platform.coinsOf(STEAM_ID)
  }
}
