import type { ContentPack } from '@clutch/content'
import { DAY_MS } from '@clutch/contract/formats'
import { asItemId, COINS, rngFromText, type Catalogue, type ItemId, type Rng } from '@clutch/economy'
import { Beliefs } from './fair-prices.ts'
import { chooseErrand } from './errands.ts'
import { findsOf, largestFind } from './finds.ts'
import { makeRecipeBook, type RecipeBook } from './recipe-book.ts'
import { SimulatedWorld } from './simulated-world.ts'
import { createTraders, listTradedItems, type TradedItem, type Trader } from './traders.ts'
import { chooseAction } from './trading-strategy.ts'

const START_MS = Date.UTC(2025, 0, 1)
/** New players per day. They get a starter pack and then act like all others. */
const ARRIVALS_PER_DAY = 4

export interface SimulationOptions {
  readonly pack: ContentPack
  readonly catalogue: Catalogue
  readonly seed: string
  readonly days: number
  readonly actsPerDay: number
}

/** Figures of one item. */
export interface ItemFigures {
  readonly itemId: number
  readonly referenceCoins: number
  /** Average price of each day, weighted by count; undefined for a day without a trade. */
  readonly dailyPrices: readonly (number | undefined)[]
  readonly supplyAtStart: number
  readonly supplyAtEnd: number
}

export interface SimulationFigures {
  /** Total coins at the start and at the end of each day. */
  readonly coins: readonly number[]
  readonly items: readonly ItemFigures[]
  readonly trades: number
  readonly commands: Readonly<Record<string, number>>
}

/** Simulates days of a demo world by the real rules and returns its prices, supplies and coins. */
export function simulateDays(options: SimulationOptions): SimulationFigures {
  return new Simulation(options).run()
}

class Simulation {
  readonly #options: SimulationOptions
  readonly #rng: Rng
  readonly #items: readonly TradedItem[]
  readonly #traders: Trader[]
  readonly #book: RecipeBook
  readonly #world: SimulatedWorld
  readonly #beliefs: Beliefs
  /** Coins and units traded on the current day. */
  readonly #today = new Map<ItemId, { coins: number; units: number }>()
  readonly #prices = new Map<number, (number | undefined)[]>()
  readonly #commands: Record<string, number> = {}
  #trades = 0

  constructor(options: SimulationOptions) {
    const { pack, catalogue, seed } = options
    this.#options = options
    this.#rng = rngFromText(seed)
    this.#items = listTradedItems(pack)
    this.#traders = createTraders(seed, pack.demoEconomy.traders)
    this.#book = makeRecipeBook(catalogue)
    this.#world = new SimulatedWorld(catalogue, START_MS, ({ itemId, price, count }) => {
      this.#trades += 1
      const sums = this.#today.get(itemId) ?? { coins: 0, units: 0 }
      this.#today.set(itemId, { coins: sums.coins + price * count, units: sums.units + count })
    })
    const supplyOf = (itemId: number) => this.#world.supplyOf(asItemId(itemId))
    this.#beliefs = new Beliefs(this.#items, this.#traders, rngFromText(`${seed}/prices`), supplyOf)
  }

  run(): SimulationFigures {
    this.#open()
    const supplyAtStart = this.#supplies()
    const coins = [this.#world.supplyOf(COINS)]
    for (let day = 0; day < this.#options.days; day += 1) {
      this.#liveDay(day)
      coins.push(this.#world.supplyOf(COINS))
    }
    const supplyAtEnd = this.#supplies()
    const items = this.#items.map(({ item, referenceCoins }) => ({
      itemId: item.id,
      referenceCoins,
      dailyPrices: this.#prices.get(item.id) ?? [],
      supplyAtStart: supplyAtStart.get(item.id) ?? 0,
      supplyAtEnd: supplyAtEnd.get(item.id) ?? 0,
    }))
    return { coins, items, trades: this.#trades, commands: this.#commands }
  }

  /** Creates the initial state of a demo world: traders' coins and the goods they have found. */
  #open(): void {
    for (const trader of this.#traders) {
      this.#world.arrive(trader)
      const { userId, wealthCoins: coins } = trader
      this.#world.run({ type: 'grant', userId, kind: 'quest_drop', coins, items: [] })
    }
    for (const [index, traded] of this.#items.entries()) {
      for (let find = 0; find < findsOf(this.#items, index); find += 1) {
        const trader = this.#anyTrader()
        const count = 1 + this.#rng.below(largestFind(trader, traded))
        const items = [{ itemId: asItemId(traded.item.id), count }]
        this.#world.run({ type: 'grant', userId: trader.userId, kind: 'quest_drop', coins: 0, items })
      }
    }
  }

  #liveDay(day: number): void {
    const { actsPerDay } = this.#options
    for (let arrival = 0; arrival < ARRIVALS_PER_DAY; arrival += 1) this.#welcome(day, arrival)
    for (let act = 0; act < actsPerDay; act += 1) {
      this.#world.nowMs = START_MS + day * DAY_MS + Math.floor((act / actsPerDay) * DAY_MS)
      this.#beliefs.moveTo(this.#world.nowMs)
      this.#act(this.#anyTrader())
    }
    this.#world.settle(this.#traders.map(({ userId }) => userId))
    for (const { item } of this.#items) {
      const sums = this.#today.get(asItemId(item.id))
      const prices = this.#prices.get(item.id) ?? []
      prices.push(sums === undefined ? undefined : sums.coins / sums.units)
      this.#prices.set(item.id, prices)
    }
    this.#today.clear()
  }

  #act(trader: Trader): void {
    const { userId } = trader
    const errand = chooseErrand(trader, this.#world.viewOf(userId, this.#book, this.#beliefs), this.#items, this.#rng)
    if (errand === undefined) return
    if (errand.kind === 'command') return this.#run(errand.command)
    const { itemId, side } = errand
    const market = this.#world.marketOf(userId, itemId, this.#beliefs.fairOf(itemId))
    const action = chooseAction(trader, market, this.#rng, side)
    if (action !== undefined) this.#run(action)
  }

  #run(command: Parameters<SimulatedWorld['run']>[0]): void {
    this.#commands[command.type] = (this.#commands[command.type] ?? 0) + 1
    this.#world.run(command)
  }

  #welcome(day: number, arrival: number): void {
    const [newcomer] = createTraders(`${this.#options.seed}/arrival/${day}/${arrival}`, 1)
    if (newcomer === undefined) return
    this.#world.arrive(newcomer)
    this.#traders.push(newcomer)
  }

  #anyTrader(): Trader {
    const trader = this.#traders[this.#rng.below(this.#traders.length)]
    if (trader === undefined) throw new Error('The demo has no traders')
    return trader
  }

  #supplies(): ReadonlyMap<number, number> {
    return new Map(this.#items.map(({ item }) => [item.id, this.#world.supplyOf(asItemId(item.id))]))
  }
}
