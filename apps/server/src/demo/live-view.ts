import { asItemId, asLotId, asRecipeId, COINS, WORLD, type ItemId, type QueueName } from '@clutch/economy'
import { sql } from 'kysely'
import type { Store } from '../store/store.ts'
import { QUEUE_CODES } from '../areas/jobs/codes.ts'
import { SIDE_CODES } from '../areas/marketplace/codes.ts'
import type { TraderView } from './errands.ts'
import type { HarvestBench } from './harvest-strategy.ts'
import type { Trader } from './traders.ts'
import type { Level, MarketView } from './trading-strategy.ts'

type Database = Store['db']

/** World data shared by all traders, refreshed periodically. */
export interface WorldFacts {
  /** Units of each item in the world. */
  readonly supplies: ReadonlyMap<number, number>
  readonly lastTradesMs: ReadonlyMap<number, number>
}

/** The world account's balance is the negative of what all players hold. */
export async function readWorldFacts(db: Database): Promise<WorldFacts> {
  const [minted, trades] = await Promise.all([
    db.selectFrom('balance').select(['asset', 'free']).where('user_id', '=', WORLD).execute(),
    db.selectFrom('last_trade').select(['item_id', 'at_ms']).execute(),
  ])
  return {
    supplies: new Map(minted.map(({ asset, free }) => [asset, -free])),
    lastTradesMs: new Map(trades.map(({ item_id, at_ms }) => [item_id, at_ms])),
  }
}

/** Reads a trader's view from the store. */
export async function readTraderView(
  db: Database,
  { userId }: Trader,
  facts: WorldFacts,
  bench: Pick<HarvestBench, 'book' | 'fairOf' | 'usualOf'> & Pick<TraderView, 'isTraded'>,
): Promise<TraderView> {
  const [balances, lots, jobs, harvests, runs] = await Promise.all([
    db.selectFrom('balance').select(['asset', 'free']).where('user_id', '=', userId).where('free', '>', 0).execute(),
    db.selectFrom('lot').selectAll().where('owner_id', '=', userId).orderBy('lot_id').execute(),
    db.selectFrom('job').select('queue').where('user_id', '=', userId).execute(),
    db
      .selectFrom('harvest_setting')
      .select('recipe_id')
      .where('user_id', '=', userId)
      .where('enabled', '=', true)
      .execute(),
    db.selectFrom('harvest_group').select(['count', 'items']).where('user_id', '=', userId).execute(),
  ])
  const free = new Map(balances.map(({ asset, free: count }) => [asset, count]))
  const inRuns = new Map<number, number>()
  for (const { count, items } of runs) {
    for (const [itemId, ofOne] of items) inRuns.set(itemId, (inRuns.get(itemId) ?? 0) + count * ofOne)
  }
  const stockOf = (itemId: ItemId) => free.get(itemId) ?? 0
  return {
    ...bench,
    stockOf,
    ownedOf: (itemId) => stockOf(itemId) + (inRuns.get(itemId) ?? 0),
    coins: free.get(COINS) ?? 0,
    stock: balances.filter(({ asset }) => asset !== COINS).map(({ asset, free: count }) => [asItemId(asset), count]),
    lots: lots.map((lot) => ({
      id: asLotId(lot.lot_id),
      itemId: asItemId(lot.item_id),
      side: lot.side === SIDE_CODES.sell ? 'sell' : 'buy',
      price: lot.price,
    })),
    jobsIn: (name: QueueName) => jobs.filter(({ queue }) => queue === QUEUE_CODES[name]).length,
    enabledRecipes: harvests.map(({ recipe_id }) => asRecipeId(recipe_id)),
    lastTradedMs: (itemId) => facts.lastTradesMs.get(itemId) ?? 0,
  }
}

/** Reads a trader's view of an item's market. */
export async function readMarketView(db: Database, view: TraderView, itemId: ItemId): Promise<MarketView> {
  const [bestSell, bestBuy, last] = await Promise.all([
    readBestLevel(db, itemId, 'sell'),
    readBestLevel(db, itemId, 'buy'),
    db.selectFrom('last_trade').select('price').where('item_id', '=', itemId).executeTakeFirst(),
  ])
  const believed = view.fairOf(itemId)
  return {
    itemId,
    fairCoins: last === undefined ? believed : (believed + last.price) / 2,
    coins: view.coins,
    items: view.stockOf(itemId),
    bestSell,
    bestBuy,
    openLotCount: view.lots.length,
    oldestLotId: view.lots[0]?.id,
  }
}

function readBestLevel(db: Database, itemId: ItemId, side: 'buy' | 'sell'): Promise<Level | undefined> {
  return db
    .selectFrom('lot')
    .select(['price', sql<number>`sum(open_count)::bigint`.as('count')])
    .where('item_id', '=', itemId)
    .where('side', '=', SIDE_CODES[side])
    .groupBy('price')
    .orderBy('price', side === 'sell' ? 'asc' : 'desc')
    .limit(1)
    .executeTakeFirst()
}
