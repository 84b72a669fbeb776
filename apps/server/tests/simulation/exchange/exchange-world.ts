import {
  asCoins,
  asItemId,
  asUserId,
  applyEvents,
  COINS,
  createWorld,
  findViolations,
  fail,
  openLeg,
  rngFromText,
  succeed,
  Turn,
  WORLD,
  type Catalogue,
  type Command,
  type Exchange,
  type Rng,
  type World,
} from '@clutch/economy'
import {
  circumstancesOf,
  FaultPlan,
  performUnder,
  type Fault,
  type Reply,
} from '../../../../platform-sim/src/faults.ts'
import { changeReply, replyOf } from '../../../../platform-sim/src/inventory-service.ts'
import { Inventory, type ChangeResult, type Circumstances } from '../../../../platform-sim/src/inventory.ts'
import { advanceExchange, type ExchangePorts } from '../../../src/areas/exchange/advance.ts'
import { nextRequest } from '../../../src/areas/exchange/answers.ts'
import { classifyReply, type CallOutcome, type PlatformStack } from '../../../src/platform/call-outcome.ts'

const STEAM_ID = '76561199000000001'
const USER = asUserId('00000000-0000-7000-9000-000000000001')
const APP_ID = 480
const COIN_ITEMS = { gold: 9_001, silver: 9_002, bronze: 9_003 }
const RATES = { gold: 1_000_000, silver: 10_000, bronze: 100 }
const START_MS = 1_000_000_000_000
const START_COINS = 5_000_000
const MINUTE_MS = 60_000
/** What comes late comes sooner than a refusal is believed (rules §9). */
const LATE_MAX_MS = 10 * MINUTE_MS
const CALL_TIMEOUT_MS = 6_000
/** A task that died with its server is taken up again after so long. */
const LEASE_MS = 60_000
const RETRY_MAX_MS = 5 * MINUTE_MS
const UNLIMITED = { instantsPerSubject: Number.POSITIVE_INFINITY, instants: Number.POSITIVE_INFINITY }
const ANSWERED = { done: true } as const

/** Thrown where a process is killed: whoever was doing something is gone. */
class Killed extends Error {}

export interface ExchangeWorldReport {
  readonly ends: Readonly<Record<string, number>>
  readonly attempts: number
  readonly kills: number
}

/** How hard a world is made. */
export interface ExchangeWorldOptions {
  readonly exchanges: number
  /** Calls that go wrong, 0 to 1. */
  readonly faultShare: number
  /** Points at which the server may be killed, and at each is with this chance in a hundred. */
  readonly killPercent: number
  /** The platform gives no answer that means anything, for days. */
  readonly isOut?: boolean
}

/**
 * One player's exchanges through faults and kills of both processes, on a clock of its own. In the end every one has
 * settled, was given back, or is parked; and once the operator has looked at the parked ones, not a coin is missing or
 * too many on both sides together.
 * @throws naming what is broken
 */
export async function liveThroughExchanges(seed: string, options: ExchangeWorldOptions): Promise<ExchangeWorldReport> {
  const world = new ExchangeWorld(seed, options)
  return world.live()
}

class ExchangeWorld {
  readonly #rng: Rng
  readonly #options: ExchangeWorldOptions
  readonly #world: World
  readonly #faults: FaultPlan
  readonly #late: { readonly atMs: number; readonly act: () => void }[] = []
  #inventory: Inventory
  #nowMs = START_MS
  #ids = 0
  #attempts = 0
  #kills = 0
  #isCalm = false
  #calling = false
  readonly #tasks: { readonly exchangeId: string; attempts: number; dueAtMs: number }[] = []
  readonly #ends: Record<string, number> = {}

  constructor(seed: string, options: ExchangeWorldOptions) {
    this.#rng = rngFromText(seed)
    this.#options = options
    this.#faults = new FaultPlan(seed, options.faultShare, LATE_MAX_MS)
    this.#world = createWorld(catalogue())
    this.#world.addAccount(USER)
    this.#inventory = new Inventory(COIN_ITEMS, undefined, START_MS)
    for (const [index, coin] of [COIN_ITEMS.gold, COIN_ITEMS.silver, COIN_ITEMS.bronze, COIN_ITEMS.bronze].entries()) {
      this.#inventory.add(
        STEAM_ID,
        Array.from({ length: 10 + this.#rng.below(30) }, () => coin),
        `${index}`,
        START_MS,
      )
    }
    this.#run({ type: 'grant', userId: USER, kind: 'quest_drop', coins: START_COINS, items: [] })
  }

  async live(): Promise<ExchangeWorldReport> {
    const before = this.#allCoins()
    for (let exchange = 0; exchange < this.#options.exchanges; exchange += 1) this.#begin()
    for (let task = this.#next(); task !== undefined; task = this.#next()) {
      this.#pass(task.dueAtMs)
      task.attempts += 1
      // While it is claimed nobody else does it; who dies leaves it until the lease ends.
      task.dueAtMs = this.#nowMs + LEASE_MS
      try {
        const hasEnded = await advanceExchange(
          this.#ports(),
          this.#refOf(task.exchangeId),
          new AbortController().signal,
        )
        if (hasEnded) this.#tasks.splice(this.#tasks.indexOf(task), 1)
        else task.dueAtMs = this.#nowMs + Math.min(RETRY_MAX_MS, 1_000 * 2 ** Math.min(task.attempts - 1, 20))
      } catch (error) {
        if (!(error instanceof Killed)) throw error
        this.#calling = false
      }
      this.#check()
    }
    // What was still on its way arrives.
    this.#pass(this.#nowMs + LATE_MAX_MS)
    this.#decideParked()
    this.#check()
    const after = this.#allCoins()
    if (after !== before) throw new Error(`${before} coins were there, and ${after} are in the end`)
    if (this.#world.account(USER).exchanges.size > 0) throw new Error('An exchange has not ended')
    return { ends: this.#ends, attempts: this.#attempts, kills: this.#kills }
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
    if (id !== undefined) this.#tasks.push({ exchangeId: id, attempts: 0, dueAtMs: this.#nowMs })
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
        // Before it was durable, and after it was and before anybody knew.
        this.#mayDie()
        const outcome = this.#run(command)
        this.#mayDie()
        if (!outcome.ok) return fail(outcome.error)
        if (command.type !== 'attempt_exchange') return succeed(ANSWERED)
        const exchange = this.#world.account(USER).exchanges.get(command.exchangeId)
        if (exchange === undefined) return succeed({ next: 'nothing' })
        this.#attempts += 1
        return succeed(nextRequest(this.#world, exchange))
      }) as ExchangePorts['submit'],
      beforeCall: async () => undefined,
      platform: {
        list: (steamId) => this.#call(() => replyOf(this.#inventory.stacksOf(steamId), APP_ID)),
        add: (steamId, itemIds, requestId) =>
          this.#change((nowMs, how) => this.#inventory.add(steamId, itemIds, requestId, nowMs, how)),
        consume: (steamId, stackId, count, requestId) =>
          this.#change((nowMs, how) => this.#inventory.consume(steamId, stackId, count, requestId, nowMs, how)),
        consolidate: (steamId, itemIds) =>
          this.#call(() => replyOf(this.#inventory.consolidate(steamId, itemIds), APP_ID)),
      },
    }
  }

  #change(act: (nowMs: number, how: Circumstances) => ChangeResult): Promise<CallOutcome<readonly PlatformStack[]>> {
    return this.#call((fault) => changeReply(act(this.#nowMs, circumstancesOf(fault)), APP_ID))
  }

  async #call(run: (fault: Fault | undefined) => Reply): Promise<CallOutcome<readonly PlatformStack[]>> {
    if (this.#calling) throw new Error('Two calls at once')
    this.#calling = true
    this.#mayDie()
    const fault = this.#isCalm ? undefined : this.#nextFault()
    // The platform may be killed before it has written down what it did; then it has answered nobody.
    const saved = this.#chance(this.#options.killPercent / 2) ? structuredClone(this.#inventory.snapshot()) : undefined
    const heard = performUnder(
      fault,
      this.#faults,
      () => run(fault),
      (delayMs, act) => {
        this.#late.push({
          atMs: this.#nowMs + CALL_TIMEOUT_MS + delayMs,
          act,
        })
      },
    )
    if (saved !== undefined) {
      this.#kills += 1
      this.#inventory = new Inventory(COIN_ITEMS, saved, this.#nowMs)
      this.#calling = false
      return { kind: 'ambiguous', reason: 'killed' }
    }
    this.#mayDie()
    this.#calling = false
    if (heard.kind === 'reply') {
      const { status, eresult, text } = heard.reply
      return classifyReply({ status, eresult: eresult === undefined ? undefined : String(eresult), text })
    }
    if (heard.kind === 'silence') this.#pass(this.#nowMs + CALL_TIMEOUT_MS)
    return { kind: 'ambiguous', reason: heard.kind }
  }

  #nextFault(): Fault | undefined {
    for (;;) {
      const fault = this.#faults.next()
      const isClear = fault === undefined || fault === 'forgetful' || fault === 'refused'
      if (this.#options.isOut !== true || !isClear) return fault
    }
  }

  #mayDie(): void {
    if (!this.#chance(this.#options.killPercent)) return
    this.#kills += 1
    throw new Killed()
  }

  #chance(percent: number): boolean {
    return !this.#isCalm && this.#rng.below(10_000) < percent * 100
  }

  #pass(untilMs: number): void {
    for (;;) {
      const [first] = this.#late.toSorted((a, b) => a.atMs - b.atMs)
      if (first === undefined || first.atMs > untilMs) break
      this.#late.splice(this.#late.indexOf(first), 1)
      this.#nowMs = Math.max(this.#nowMs, first.atMs)
      first.act()
    }
    this.#nowMs = Math.max(this.#nowMs, untilMs)
  }

  /** The operator looks at the platform, which remembers what it did, and says how it was. */
  #decideParked(): void {
    this.#isCalm = true
    for (const exchange of this.#world.account(USER).exchanges.values()) {
      if (exchange.state !== 'parked') throw new Error(`Exchange ${exchange.id} is left ${exchange.state}`)
      const wasDone = this.#wasDone(exchange)
      this.#run({ type: 'decide_exchange', userId: USER, exchangeId: exchange.id, wasDone })
    }
  }

  #wasDone(exchange: Exchange): boolean {
    const leg = openLeg(exchange)
    const method = exchange.direction === 'to_steam' ? 'add' : 'consume'
    const { answered } = this.#inventory.snapshot()
    return answered.some(({ key }) => key === `${method}:${STEAM_ID}:${leg?.requestId}`)
  }

  #run(command: Command) {
    const turn = new Turn(
      this.#world,
      UNLIMITED,
      (id) => rngFromText(id),
      (events) => {
        applyEvents(this.#world, events)
        for (const event of events) {
          if (event.type !== 'exchange_changed') continue
          const { state, settledAtMs } = event.exchange
          const hasParked = event.steps.some(({ kind }) => kind === 'parked')
          if ((settledAtMs !== undefined && !this.#isCalm) || hasParked)
            this.#ends[state] = (this.#ends[state] ?? 0) + 1
        }
      },
    )
    const newId = (): string => {
      this.#ids += 1
      return `00000000-0000-7000-8000-${String(this.#ids).padStart(12, '0')}`
    }
    const context = { nowMs: this.#nowMs, actorId: WORLD, newId, rngFor: (id: string) => rngFromText(id) }
    const outcome = turn.run(command, context)
    if (outcome === undefined) throw new Error('A turn without limits was not enough')
    return outcome
  }

  #check(): void {
    const [violation] = findViolations(this.#world)
    if (violation !== undefined) throw new Error(JSON.stringify(violation))
  }

  /** Everything the player has on both sides, in Surprise coins. */
  #allCoins(): number {
    const { free, held } = this.#world.balanceOf(USER, COINS)
    const there = (['gold', 'silver', 'bronze'] as const).map(
      (coin) => this.#inventory.quantityOf(STEAM_ID, COIN_ITEMS[coin]) * RATES[coin],
    )
    return free + held + there.reduce((sum, coins) => sum + coins, 0)
  }
}

function termsOf(coin: keyof typeof COIN_ITEMS) {
  return {
    itemId: asItemId(COIN_ITEMS[coin]),
    rate: RATES[coin],
    packs: [{ itemId: asItemId(COIN_ITEMS[coin] + 100), size: 100 }],
  }
}

function catalogue(): Catalogue {
  return {
    items: new Map(),
    market: { feeBasisPoints: 0, maxOpenLots: 1, maxItemsPerLot: 1 },
    starterPack: { coins: asCoins(0), items: [] },
    referralReward: { coins: asCoins(0), items: [] },
    craftRecipes: new Map(),
    factoryRecipes: new Map(),
    harvestRecipes: new Map(),
    energy: undefined,
    rent: new Map(),
    roulette: undefined,
    exchange: { gold: termsOf('gold'), silver: termsOf('silver'), bronze: termsOf('bronze') },
  }
}
