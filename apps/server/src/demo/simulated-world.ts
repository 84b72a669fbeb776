import {
  applyEvents,
  asItemId,
  COINS,
  createWorld,
  rngFromText,
  CommandRunner,
  WORLD,
  type Catalogue,
  type Command,
  type DecisionContext,
  type EconomyEvent,
  type ItemId,
  type Lot,
  type LotId,
  type Rng,
  type UserId,
  type World,
} from '@clutch/economy'
import type { TraderView } from './errands.ts'
import type { HarvestBench } from './harvest-strategy.ts'
import type { RecipeBook } from './recipe-book.ts'
import type { Trader } from './traders.ts'
import type { MarketView } from './trading-strategy.ts'

const UNLIMITED = { instantsPerSubject: Number.POSITIVE_INFINITY, instants: Number.POSITIVE_INFINITY }
const ID_DIGITS = 12

export interface SeenTrade {
  readonly itemId: ItemId
  readonly price: number
  readonly count: number
}

/** An in-memory world that runs the real rules on a simulated clock. Nothing is persisted. */
export class SimulatedWorld {
  nowMs: number
  readonly #world: World
  readonly #onTrade: (trade: SeenTrade) => void
  readonly #lotsOf = new Map<UserId, Map<LotId, Lot>>()
  readonly #lastTrades = new Map<ItemId, { readonly price: number; readonly atMs: number }>()
  #ids = 0

  constructor(catalogue: Catalogue, startMs: number, onTrade: (trade: SeenTrade) => void) {
    this.nowMs = startMs
    this.#onTrade = onTrade
    this.#world = createWorld(catalogue)
    for (const [itemId, { canSell }] of catalogue.items) if (canSell) this.#world.marketplace.addBook(itemId)
  }

  arrive({ userId, steamId, name }: Trader): void {
    this.#world.addAccount(userId)
    this.run({ type: 'register_player', userId, steamId, name, isNameConfirmed: true, language: 'en' })
  }

  /** Decides a command and applies its events; rejected commands change nothing. */
  run(command: Command): void {
    this.#runner().run(command, this.#context())
  }

  /** Completes all work that is due for these players. */
  settle(userIds: Iterable<UserId>): void {
    const runner = this.#runner()
    for (const id of userIds) runner.settle({ kind: 'player', id }, this.nowMs)
  }

  /** Total units of an asset, free and held. */
  supplyOf(asset: ItemId | typeof COINS): number {
    return -this.#world.balanceOf(WORLD, asset).free
  }

  /** A trader's view of this world. */
  viewOf(userId: UserId, book: RecipeBook, beliefs: Pick<HarvestBench, 'fairOf' | 'usualOf'>): TraderView {
    const { balances, jobs, harvest } = this.#world.account(userId)
    const { fairOf, usualOf } = beliefs
    const held = (itemId: ItemId) => {
      let count = 0
      for (const [, { itemsInRuns }] of harvest.states()) count += itemsInRuns.get(itemId) ?? 0
      return count
    }
    const freeOf = (itemId: ItemId) => balances.get(itemId)?.free ?? 0
    return {
      book,
      fairOf,
      usualOf,
      stockOf: freeOf,
      ownedOf: (itemId) => freeOf(itemId) + held(itemId),
      coins: balances.get(COINS)?.free ?? 0,
      lastTradedMs: (itemId) => this.#lastTrades.get(itemId)?.atMs ?? 0,
      isTraded: (itemId) => this.#world.catalogue.items.get(itemId)?.canSell === true,
      enabledRecipes: harvest.enabledRecipes(),
      stock: Array.from(balances, ([asset, { free }]) => [asset, free] as const)
        .filter(([asset, free]) => asset !== COINS && free > 0)
        .map(([asset, free]) => [asItemId(asset), free] as const),
      lots: [...(this.#lotsOf.get(userId)?.values() ?? [])],
      jobsIn: (queue) => jobs.queue(queue).filter(({ endAtMs }) => endAtMs > this.nowMs).length,
    }
  }

  marketOf(userId: UserId, itemId: ItemId, believed: number): MarketView {
    const book = this.#world.marketplace.book(itemId)
    const lots = this.#lotsOf.get(userId)
    const last = this.#lastTrades.get(itemId)?.price
    return {
      itemId,
      fairCoins: last === undefined ? believed : (believed + last) / 2,
      coins: this.#world.balanceOf(userId, COINS).free,
      items: this.#world.balanceOf(userId, itemId).free,
      bestSell: book.bestLevels('sell', 1)[0],
      bestBuy: book.bestLevels('buy', 1)[0],
      openLotCount: lots?.size ?? 0,
      oldestLotId: lots?.keys().next().value,
    }
  }

  #runner(): CommandRunner {
    return new CommandRunner(this.#world, UNLIMITED, rngFromText, (events) => {
      applyEvents(this.#world, events)
      for (const event of events) this.#see(event)
    })
  }

  #see(event: EconomyEvent): void {
    if (event.type === 'lot_placed') {
      const lots = this.#lotsOf.get(event.lot.ownerId) ?? new Map<LotId, Lot>()
      this.#lotsOf.set(event.lot.ownerId, lots.set(event.lot.id, event.lot))
    } else if (event.type === 'lot_cancelled' || (event.type === 'lot_filled' && event.lot.openCount === 0)) {
      this.#lotsOf.get(event.lot.ownerId)?.delete(event.lot.id)
    } else if (event.type === 'traded') {
      this.#lastTrades.set(event.itemId, event)
      this.#onTrade(event)
    }
  }

  #context(): DecisionContext {
    return {
      nowMs: this.nowMs,
      actorId: WORLD,
      newId: () => {
        this.#ids += 1
        return `00000000-0000-7000-8000-${String(this.#ids).padStart(ID_DIGITS, '0')}`
      },
      rngFor: (id): Rng => rngFromText(id),
    }
  }
}
