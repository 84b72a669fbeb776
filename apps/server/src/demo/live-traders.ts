import { randomUUID } from 'node:crypto'
import {
  asItemId,
  asLotId,
  COINS,
  rngFromText,
  type CancelLot,
  type CraftRecipe,
  type PlaceLot,
  type Rng,
} from '@clutch/economy'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { toCatalogue } from '../content/to-catalogue.ts'
import type { Context } from '../context.ts'
import { SIDE_CODES } from '../areas/marketplace/codes.ts'
import { chooseCraft } from './crafting-strategy.ts'
import { FairPrices } from './fair-prices.ts'
import { createTraders, listTradedItems, pickItem, type TradedItem, type Trader } from './traders.ts'
import { chooseAction, type Level, type MarketView } from './trading-strategy.ts'

const PAUSE_MIN_MS = 300
const PAUSE_SPREAD_MS = 1_400
/** One act in so many is crafting. */
const CRAFT_ONE_IN = 6

/** A few simulated traders that keep the demo market moving while the server runs. */
export class LiveTraders {
  readonly #context: Context
  readonly #log: Logger
  readonly #rng: Rng = rngFromText(randomUUID())
  readonly #traders: readonly Trader[]
  readonly #items: readonly TradedItem[]
  readonly #recipes: readonly CraftRecipe[]
  readonly #fairPrices: FairPrices
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  #acting: Promise<void> = Promise.resolve()

  constructor(context: Context, seed: string, log: Logger) {
    this.#context = context
    this.#log = log
    this.#traders = createTraders(seed, context.pack.demoEconomy.traders)
    this.#items = listTradedItems(context.pack)
    this.#recipes = [...toCatalogue(context.pack).craftRecipes.values()]
    this.#fairPrices = new FairPrices(this.#items, rngFromText(randomUUID()))
  }

  start(): void {
    this.#timer = setTimeout(
      () => {
        this.#acting = this.#act()
          .catch((error: unknown) => this.#log.warn({ err: error }, 'a demo trader stumbled'))
          .finally(() => {
            if (!this.#stopped) this.start()
          })
      },
      PAUSE_MIN_MS + this.#rng.below(PAUSE_SPREAD_MS),
    )
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#acting
  }

  async #act(): Promise<void> {
    const trader = this.#traders[this.#rng.below(this.#traders.length)]
    const traded = pickItem(this.#items, this.#rng)
    if (trader === undefined || traded === undefined) return
    this.#fairPrices.moveTo(Date.now())
    if (this.#rng.below(CRAFT_ONE_IN) === 0) return this.#craft(trader)
    const action = chooseAction(trader, await this.#marketView(trader, traded), this.#rng)
    if (action !== undefined) await this.#submit(action)
  }

  #submit(command: PlaceLot | CancelLot): Promise<unknown> {
    switch (command.type) {
      case 'place_lot':
        return this.#context.writer.submit<'place_lot'>({ command, actorId: command.userId, idempotency: undefined })
      case 'cancel_lot':
        return this.#context.writer.submit<'cancel_lot'>({ command, actorId: command.userId, idempotency: undefined })
    }
  }

  async #craft(trader: Trader): Promise<void> {
    const { store, writer } = this.#context
    const stock = await store.db
      .selectFrom('balance')
      .select(['asset', 'free'])
      .where('user_id', '=', trader.userId)
      .where('free', '>', 0)
      .execute()
    const counts = new Map(stock.map(({ asset, free }) => [asset, free]))
    const bench = {
      recipes: this.#recipes,
      stockOf: (itemId: number) => counts.get(itemId) ?? 0,
      fairOf: (itemId: number) => this.#fairPrices.of(itemId),
    }
    const command = chooseCraft(trader, bench, this.#rng)
    if (command !== undefined)
      await writer.submit<'start_craft'>({ command, actorId: command.userId, idempotency: undefined })
  }

  async #marketView(trader: Trader, { item }: TradedItem): Promise<MarketView> {
    const { db } = this.#context.store
    const [balances, lots, bestSell, bestBuy, last] = await Promise.all([
      db
        .selectFrom('balance')
        .select(['asset', 'free'])
        .where('user_id', '=', trader.userId)
        .where('asset', 'in', [COINS, item.id])
        .execute(),
      db.selectFrom('lot').select('lot_id').where('owner_id', '=', trader.userId).orderBy('lot_id').execute(),
      this.#bestLevel(item.id, 'sell'),
      this.#bestLevel(item.id, 'buy'),
      db.selectFrom('last_trade').select('price').where('item_id', '=', item.id).executeTakeFirst(),
    ])
    const believed = this.#fairPrices.of(item.id)
    const oldest = lots[0]?.lot_id
    return {
      itemId: asItemId(item.id),
      fairCoins: last === undefined ? believed : (believed + last.price) / 2,
      coins: balances.find(({ asset }) => asset === COINS)?.free ?? 0,
      items: balances.find(({ asset }) => asset === item.id)?.free ?? 0,
      bestSell,
      bestBuy,
      openLotCount: lots.length,
      oldestLotId: oldest === undefined ? undefined : asLotId(oldest),
    }
  }

  #bestLevel(itemId: number, side: 'buy' | 'sell'): Promise<Level | undefined> {
    return this.#context.store.db
      .selectFrom('lot')
      .select(['price', sql<number>`sum(open_count)::bigint`.as('count')])
      .where('item_id', '=', itemId)
      .where('side', '=', SIDE_CODES[side])
      .groupBy('price')
      .orderBy('price', side === 'sell' ? 'asc' : 'desc')
      .limit(1)
      .executeTakeFirst()
  }
}
