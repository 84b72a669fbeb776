import { setImmediate } from 'node:timers/promises'
import {
  asItemId,
  COINS,
  rngFromText,
  type Catalogue,
  type Command,
  type EconomyEvent,
  type LotId,
  type Rng,
  type UserId,
} from '@clutch/economy'
import type { ContentPack } from '@clutch/content'
import { DAY_MS } from '@clutch/contract/formats'
import { beginMonthsAt, makePartitions } from '../store/history-partitions.ts'
import type { Store } from '../store/store.ts'
import type { WriterConnection } from '../store/writer-connection.ts'
import type { ServerArea } from '../area.ts'
import { Batch } from '../writer/batch.ts'
import { rngOfOperation } from '../writer/chance.ts'
import { acquireLease, renewLease } from '../writer/lease.ts'
import { WorldCache } from '../writer/world-cache.ts'
import { mergeResponses } from '../writer/writer.ts'
import { WriterClock } from '../writer/writer-clock.ts'
import { chooseCraft } from './crafting-strategy.ts'
import { FairPrices } from './fair-prices.ts'
import { FIND_EVERY_STEPS, HISTORY_STEPS, KEEPERS_PER_ITEM, largestFind } from './finds.ts'
import { makeRecipeBook, type RecipeBook } from './recipe-book.ts'
import { beginDemo } from './begin-demo.ts'
import { befriend } from './trader-friends.ts'
import { createTraders, listTradedItems, pickItem, type TradedItem, type Trader } from './traders.ts'
import { chooseAction, type MarketView } from './trading-strategy.ts'

const BATCH_STEPS = 2_000
/** Steps between pauses in which timers run; takes milliseconds. */
const PAUSE_STEPS = 100
/** Growth of activity from the first days to the last. */
const GROWTH = 2.2
/** Steps between attempts to craft. */
const CRAFT_EVERY_STEPS = 30
const BYTE_VALUES = 256

export interface DemoHistoryOptions {
  readonly store: Store
  readonly areas: readonly ServerArea[]
  readonly pack: ContentPack
  readonly catalogue: Catalogue
  readonly seed: string
  readonly nowMs: number
  /** Number of simulated actions. */
  readonly steps?: number
  /** Called with the fraction done, 0 to 1. */
  readonly onProgress: (done: number) => void
}

/**
 * Simulates a season of a small world by the real rules on a simulated clock, so that books, charts and histories have
 * data on the first visit. The same seed produces the same decisions.
 */
export async function writeDemoHistory(options: DemoHistoryOptions): Promise<void> {
  const connection = await options.store.acquireWriter(() => undefined)
  try {
    const { epoch } = await acquireLease(connection)
    await connection.commit([
      beginMonthsAt(options.nowMs - options.pack.demoEconomy.historyDays * DAY_MS),
      makePartitions(options.nowMs),
    ])
    await beginDemo(connection, options.seed, epoch)
    const history = await DemoHistory.open(connection, options, epoch)
    await history.run()
    await connection.commit([{ name: 'complete-demo', text: 'update demo_state set is_complete = true', values: [] }])
  } finally {
    await connection.close()
  }
}

class DemoHistory {
  readonly #connection: WriterConnection
  readonly #options: DemoHistoryOptions
  readonly #epoch: number
  readonly #steps: number
  readonly #cache: WorldCache
  readonly #clock: WriterClock
  readonly #rng: Rng
  readonly #traders: readonly Trader[]
  readonly #items: readonly TradedItem[]
  readonly #book: RecipeBook
  readonly #fairPrices: FairPrices
  readonly #lotsOf = new Map<UserId, Set<LotId>>()
  /** Traders who have found each item. They take half of its market actions, which ensures sellers. */
  readonly #keepersOf = new Map<number, Trader[]>()
  readonly #lengthMs: number
  #nowMs: number
  #batch: Batch
  #writing: Promise<void> = Promise.resolve()

  private constructor(connection: WriterConnection, options: DemoHistoryOptions, cache: WorldCache, epoch: number) {
    this.#epoch = epoch
    this.#connection = connection
    this.#options = options
    this.#steps = options.steps ?? HISTORY_STEPS
    this.#cache = cache
    this.#lengthMs = options.pack.demoEconomy.historyDays * DAY_MS
    this.#nowMs = options.nowMs - this.#lengthMs
    this.#clock = new WriterClock(() => this.#nowMs, {
      lastIdMs: 0,
      fillRandom: seededBytes(`${options.seed}/ids`),
      elapsedMs: () => this.#nowMs,
    })
    this.#rng = rngFromText(options.seed)
    this.#traders = createTraders(options.seed, options.pack.demoEconomy.traders)
    this.#items = listTradedItems(options.pack)
    this.#book = makeRecipeBook(options.catalogue)
    this.#fairPrices = new FairPrices(this.#items, rngFromText(`${options.seed}/prices`))
    this.#batch = this.#newBatch()
  }

  static async open(connection: WriterConnection, options: DemoHistoryOptions, epoch: number): Promise<DemoHistory> {
    const { areas, catalogue } = options
    const limits = { accountsMax: Number.POSITIVE_INFINITY, entitySizeMax: Number.POSITIVE_INFINITY }
    const cache = await WorldCache.open(connection, areas, catalogue, limits)
    return new DemoHistory(connection, options, cache, epoch)
  }

  async run(): Promise<void> {
    await this.#settle()
    for (let step = 0; step < this.#steps; step += 1) {
      this.#nowMs = this.#timeOfStep(step)
      this.#fairPrices.moveTo(this.#nowMs)
      const traded = pickItem(this.#items, this.#rng)
      if (traded === undefined) continue
      if (step % FIND_EVERY_STEPS === 0) this.#decide(this.#findFor(this.#anyTrader(), traded))
      this.#act(traded)
      if (step % CRAFT_EVERY_STEPS === 0) this.#craft(this.#anyTrader())
      // PostgreSQL ends the writer's sessions without heartbeats.
      if (step % PAUSE_STEPS === 0) await setImmediate()
      if (step % BATCH_STEPS === BATCH_STEPS - 1) {
        await this.#write()
        this.#options.onProgress((step + 1) / this.#steps)
      }
    }
    await this.#write()
    await this.#writing
  }

  /** Gives the traders their initial coins and goods. */
  async #settle(): Promise<void> {
    const books = this.#items.map(({ item }) => offerOf(item.id, this.#traders))
    const friendships = befriend(this.#traders)
    await this.#cache.ensure([...this.#traders.map(registrationOf), ...books, ...friendships])
    for (const trader of this.#traders) {
      this.#decide(registrationOf(trader))
      this.#decide({ type: 'grant', userId: trader.userId, kind: 'quest_drop', coins: trader.wealthCoins, items: [] })
    }
    for (const command of friendships) this.#decide(command)
    for (const traded of this.#items) {
      for (let keeper = 0; keeper < KEEPERS_PER_ITEM; keeper += 1)
        this.#decide(this.#findFor(this.#anyTrader(), traded))
    }
    await this.#write()
  }

  #act(traded: TradedItem): void {
    const keepers = this.#keepersOf.get(traded.item.id) ?? []
    const keeper = this.#rng.below(2) === 0 ? keepers[this.#rng.below(Math.max(1, keepers.length))] : undefined
    const trader = keeper ?? this.#anyTrader()
    const action = chooseAction(trader, this.#marketView(trader, traded), this.#rng)
    if (action !== undefined) this.#decide(action)
  }

  /** Crafts something; products are sold later like other stock. */
  #craft(trader: Trader): void {
    const { world } = this.#cache
    const craft = chooseCraft(
      trader,
      {
        book: this.#book,
        stockOf: (itemId) => world.balanceOf(trader.userId, itemId).free,
        fairOf: (itemId) => this.#fairPrices.of(itemId),
      },
      this.#rng,
    )
    if (craft !== undefined) this.#decide(craft)
  }

  #marketView(trader: Trader, { item }: TradedItem): MarketView {
    const { world } = this.#cache
    const itemId = asItemId(item.id)
    const lots = this.#lotsOf.get(trader.userId)
    const [bestSell] = world.marketplace.book(itemId).bestLevels('sell', 1)
    const [bestBuy] = world.marketplace.book(itemId).bestLevels('buy', 1)
    return {
      itemId,
      fairCoins: this.#fairPrices.of(item.id),
      coins: world.balanceOf(trader.userId, COINS).free,
      items: world.balanceOf(trader.userId, itemId).free,
      bestSell,
      bestBuy,
      openLotCount: lots?.size ?? 0,
      oldestLotId: lots?.values().next().value,
    }
  }

  /** Grants goods found in the game; the cheaper the item, the larger the count. */
  #findFor(trader: Trader, traded: TradedItem): Command {
    const { userId } = trader
    const { item } = traded
    const keepers = this.#keepersOf.get(item.id)
    if (keepers === undefined) this.#keepersOf.set(item.id, [trader])
    else keepers.push(trader)
    const count = 1 + this.#rng.below(largestFind(trader, traded))
    return { type: 'grant', userId, kind: 'quest_drop', coins: 0, items: [{ itemId: asItemId(item.id), count }] }
  }

  #decide(command: Command): void {
    const events = this.#batch.decideFollowUp(command)
    if (events !== undefined) this.#followLots(events)
  }

  #followLots(events: readonly EconomyEvent[]): void {
    for (const event of events) {
      if (event.type === 'lot_placed') {
        const lots = this.#lotsOf.get(event.lot.ownerId) ?? new Set()
        this.#lotsOf.set(event.lot.ownerId, lots.add(event.lot.id))
      } else if (event.type === 'lot_cancelled' || (event.type === 'lot_filled' && event.lot.openCount === 0)) {
        this.#lotsOf.get(event.lot.ownerId)?.delete(event.lot.id)
      }
    }
  }

  /** Starts writing the batch; the simulation continues meanwhile. */
  async #write(): Promise<void> {
    const statements = [...this.#batch.statements(this.#batch.nextDue()), renewLease(this.#epoch, this.#clock.lastIdMs)]
    this.#batch = this.#newBatch()
    await this.#writing
    this.#writing = this.#connection.commit(statements)
    // The next await throws the error; this handler prevents an unhandled rejection until then.
    this.#writing.catch(() => undefined)
  }

  #newBatch(): Batch {
    const { areas, seed } = this.#options
    return new Batch(
      {
        areas,
        responses: mergeResponses(areas),
        cache: this.#cache,
        clock: this.#clock,
        // Random outcomes depend only on the seed, so that every server gets the same history.
        rngFor: (operationId) => rngOfOperation(seed, operationId),
        onBug: rethrow,
        knownOutcome: () => undefined,
      },
      { instantsPerSubject: Number.POSITIVE_INFINITY, instants: Number.POSITIVE_INFINITY },
    )
  }

  #anyTrader(): Trader {
    const trader = this.#traders[this.#rng.below(this.#traders.length)]
    if (trader === undefined) throw new Error('The demo has no traders')
    return trader
  }

  /** Steps become denser towards the end. */
  #timeOfStep(step: number): number {
    const share = ((step + 1) / this.#steps) ** (1 / GROWTH)
    return Math.floor(this.#options.nowMs - this.#lengthMs + share * this.#lengthMs)
  }
}

/** Random outcomes depend on ids, so the ids of a history are derived from its seed, too. */
function seededBytes(seed: string): (bytes: Uint8Array) => void {
  const rng = rngFromText(seed)
  return (bytes) => {
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = rng.below(BYTE_VALUES)
  }
}

function rethrow(error: unknown): void {
  throw error
}

function registrationOf({ userId, steamId, name }: Trader): Command {
  return { type: 'register_player', userId, steamId, name, isNameConfirmed: true, language: 'en' }
}

/** A placeholder order of an item, used to load its book. */
function offerOf(itemId: number, traders: readonly Trader[]): Command {
  const userId = traders[0]?.userId
  if (userId === undefined) throw new Error('The demo has no traders')
  return {
    type: 'place_lot',
    userId,
    side: 'buy',
    itemId: asItemId(itemId),
    price: 1,
    count: 1,
    mode: 'rest',
    preferred: { currency: 'coin', price: 1 },
  }
}
