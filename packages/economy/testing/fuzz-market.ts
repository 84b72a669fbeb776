import type { PlaceLot } from '../src/areas/marketplace/commands.ts'
import { NO_TRADES } from '../src/areas/marketplace/cost-basis.ts'
import { asLotId, type LotId } from '../src/areas/marketplace/lot.ts'
import { rngFromText, type Rng } from '../src/core/chance/rng.ts'
import type { Command } from '../src/core/command.ts'
import type { EconomyEvent } from '../src/core/event.ts'
import { COINS } from '../src/core/ledger/accounts.ts'
import { asCoins, type ItemId, type UserId } from '../src/core/numbers.ts'
import { findViolations } from '../src/economy.ts'
import { SampleEconomy, userNumber } from './fixture.ts'
import { NaiveMarket } from './naive-market.ts'
import { HERB, INGOT, ORE } from './sample-recipes.ts'

const USERS = Array.from({ length: 8 }, (_, index) => userNumber(index + 1))
const ITEMS = [ORE, INGOT, HERB]
const MAX_OPEN_LOTS = 25
/** Steps between checks of the whole world; what a command touched is compared after every step. */
const FULL_CHECK_EVERY_STEPS = 500

/** Amounts at the limits of numbers and rules. */
const EDGE_AMOUNTS = [0, -1, 0.5, 2 ** 31 - 1, 2 ** 31, 1e12, 1e12 + 1, 1_000_000, 1_000_001, 2 ** 53 - 1, 2 ** 53]

export interface FuzzReport {
  readonly steps: number
  readonly accepted: number
  readonly trades: number
}

/**
 * Runs seeded random commands through the rules and the naive model, and compares outcome, balances and queues after
 * each.
 * @throws naming seed and step of the first difference; the same seed reproduces it.
 */
export function fuzzMarket(seed: string, steps: number, feeBasisPoints: number): FuzzReport {
  const run = new FuzzRun(seed, feeBasisPoints)
  for (let step = 0; step < steps; step += 1) {
    try {
      run.step()
      if (step % FULL_CHECK_EVERY_STEPS === 0 || step === steps - 1) run.checkWhole()
    } catch (error) {
      throw new Error(`seed ${seed}, step ${step}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
  }
  return { steps, accepted: run.accepted, trades: run.trades }
}

class FuzzRun {
  accepted = 0
  trades = 0
  readonly #rng: Rng
  readonly #real: SampleEconomy
  readonly #naive: NaiveMarket
  /** Lots in the order they came to rest, by the model's sequence and the real id. */
  readonly #placed: { sequence: number; id: LotId; owner: UserId }[] = []

  constructor(seed: string, feeBasisPoints: number) {
    this.#rng = rngFromText(seed)
    this.#real = new SampleEconomy(USERS, { feeBasisPoints, maxOpenLots: MAX_OPEN_LOTS, maxItemsPerLot: 1_000_000 })
    this.#naive = new NaiveMarket(USERS, feeBasisPoints, MAX_OPEN_LOTS)
  }

  step(): void {
    const dice = this.#rng.below(100)
    if (dice < 70) this.#place(this.#randomOrder())
    else if (dice < 85) this.#cancel()
    else if (dice < 95) this.#changePrice()
    else this.#grant()
  }

  checkWhole(): void {
    const violations = findViolations(this.#real.world)
    if (violations.length > 0) throw new Error(JSON.stringify(violations))
    for (const user of USERS) for (const asset of [COINS, ...ITEMS]) this.#compareBalance(user, asset)
    for (const user of USERS) for (const item of ITEMS) this.#compareBasis(user, item)
    for (const item of ITEMS) this.#compareQueue(item)
  }

  #place(order: PlaceLot): void {
    const expected = this.#naive.run(order)
    const outcome = this.#real.run(order)
    this.#compareOutcome(order, expected, outcome.ok ? 'ok' : outcome.error.code)
    if (outcome.ok) this.#follow(order.userId, order.itemId, outcome.value)
  }

  #changePrice(): void {
    const lot = this.#placed[this.#rng.below(Math.max(1, this.#placed.length))]
    const userId = this.#rng.below(20) === 0 ? this.#user() : (lot?.owner ?? this.#user())
    const price = this.#edgeOr(90 + this.#rng.below(20))
    const lotId = lot?.id ?? asLotId('none')
    const item = this.#real.world.marketplace.lot(lotId)?.itemId
    const expected = this.#naive.change(userId, lot?.sequence ?? 0, price)
    const preferred = { currency: 'coin', price: 0 } as const
    const outcome = this.#real.run({ type: 'change_lot_price', userId, lotId, price, preferred })
    this.#compareOutcome({ change: lot, userId, price }, expected, outcome.ok ? 'ok' : outcome.error.code)
    if (!outcome.ok || lot === undefined || item === undefined) return
    this.#placed.splice(this.#placed.indexOf(lot), 1)
    this.#follow(userId, item, outcome.value)
  }

  /** Records the lots and trades of an accepted order and compares everything it may have touched. */
  #follow(owner: UserId, item: ItemId, events: readonly EconomyEvent[]): void {
    for (const event of events) {
      if (event.type === 'lot_placed') {
        this.#placed.push({ sequence: this.#naive.lots.at(-1)?.sequence ?? 0, id: event.lot.id, owner })
      }
      if (event.type === 'traded') this.trades += 1
    }
    for (const user of USERS) {
      this.#compareBalance(user, COINS)
      this.#compareBalance(user, item)
      this.#compareBasis(user, item)
    }
    this.#compareQueue(item)
  }

  #cancel(): void {
    const lot = this.#placed[this.#rng.below(Math.max(1, this.#placed.length))]
    const owner = this.#rng.below(20) === 0 ? this.#user() : (lot?.owner ?? this.#user())
    const expected = this.#naive.cancel(owner, lot?.sequence ?? 0)
    const outcome = this.#real.run({ type: 'cancel_lot', userId: owner, lotId: lot?.id ?? asLotId('none') })
    this.#compareOutcome({ cancel: lot, owner }, expected, outcome.ok ? 'ok' : outcome.error.code)
    if (expected === 'ok' && lot !== undefined) this.#placed.splice(this.#placed.indexOf(lot), 1)
  }

  #grant(): void {
    const coins = this.#rng.below(2_000) === 0 ? 2 ** 53 - 1 : this.#rng.below(5_000)
    const command: Command = {
      type: 'grant',
      userId: this.#user(),
      kind: 'quest_drop',
      coins,
      items: [{ itemId: this.#item(), count: this.#rng.below(40) }],
    }
    const expected = this.#naive.run(command)
    const outcome = this.#real.run(command)
    this.#compareOutcome(command, expected, outcome.ok ? 'ok' : outcome.error.code)
  }

  #randomOrder(): PlaceLot {
    return {
      type: 'place_lot',
      userId: this.#user(),
      side: this.#rng.below(2) === 0 ? 'buy' : 'sell',
      itemId: this.#item(),
      price: this.#edgeOr(90 + this.#rng.below(20)),
      count: this.#edgeOr(1 + this.#rng.below(12)),
      mode: this.#rng.below(3) === 0 ? 'now' : 'rest',
      preferred: { currency: 'coin', price: 0 },
    }
  }

  #edgeOr(usual: number): number {
    if (this.#rng.below(40) > 0) return usual
    return EDGE_AMOUNTS[this.#rng.below(EDGE_AMOUNTS.length)] ?? usual
  }

  #user(): UserId {
    return USERS[this.#rng.below(USERS.length)] ?? userNumber(1)
  }

  #item(): ItemId {
    return ITEMS[this.#rng.below(ITEMS.length)] ?? ORE
  }

  #compareOutcome(command: unknown, expected: string, actual: string): void {
    if (expected === actual) {
      if (actual === 'ok') this.accepted += 1
      return
    }
    throw new Error(`${JSON.stringify(command)} should be ${expected}, is ${actual}`)
  }

  #compareBalance(user: UserId, asset: typeof COINS): void {
    const { free, held } = this.#real.world.balanceOf(user, asset)
    if (BigInt(free) === this.#naive.free(user, asset) && BigInt(held) === this.#naive.held(user, asset)) return
    throw new Error(
      `${user} should have ${this.#naive.free(user, asset)} free, ${this.#naive.held(user, asset)} held of asset ${asset}, not ${free}, ${held}`,
    )
  }

  #compareBasis(user: UserId, item: ItemId): void {
    const { heldCount, heldCost, realisedProfit, otherProceeds } =
      this.#real.world.account(user).marketplace.costBases.get(item) ?? NO_TRADES
    const { held, cost, profit, other } = this.#naive.basis(user, item)
    const expected = [held, cost, profit, other].join(', ')
    const actual = [heldCount, heldCost, realisedProfit, otherProceeds].join(', ')
    if (actual !== expected)
      throw new Error(`${user}'s cost basis in item ${item} should be ${expected}, not ${actual}`)
  }

  /** Compares lots in price-time order, and price levels. */
  #compareQueue(item: ItemId): void {
    for (const side of ['buy', 'sell'] as const) {
      const expected = this.#naive.queue(item, side)
      const actual: string[] = []
      const opposite = side === 'buy' ? 'sell' : 'buy'
      const anyPrice = side === 'sell' ? 1e12 : 1
      this.#real.world.marketplace.book(item).visitCrossing(opposite, asCoins(anyPrice), (lot) => {
        actual.push(`${lot.ownerId} ${lot.price} ${lot.openCount}`)
        return true
      })
      const wanted = expected.map((lot) => `${lot.owner} ${lot.price} ${lot.open}`)
      if (actual.join('\n') !== wanted.join('\n')) {
        throw new Error(`item ${item} ${side} queue should be [${wanted.join('; ')}], is [${actual.join('; ')}]`)
      }
    }
  }
}
