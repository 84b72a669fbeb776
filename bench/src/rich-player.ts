import { DAY_SEC, SECOND_MS } from '@clutch/contract/formats'
import { asItemId, asUserId, type UserId } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import { findOrRegisterPlayer } from '../../apps/server/src/areas/players/players.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { createLogger } from '../../apps/server/src/logger.ts'
import { startServer, type RunningServer } from '../../apps/server/src/start-server.ts'
import type { Database } from '../../apps/server/src/store/database.ts'
import { openStore } from '../../apps/server/src/store/store.ts'
import { firstIdAt } from '../../apps/server/src/writer/writer-clock.ts'
import { FIRST_ITEM_ID } from '../../apps/server/tests/support/make-pack.ts'

const ITEMS_PER_GRANT = 20
const ALERTS = 100
const WATCHED = 500
const NOTIFICATIONS = 1_000
/** Other players with as much history, for realistic tables. */
const NEIGHBOURS = 4
const TRADED_DAYS = 20
const OWN_PRICE_COINS = 500
const NO_LIMIT = 1_000_000
const TOKEN_LIFE_SEC = 3_600
const SESSION_ID = '00000000-0000-7000-8000-000000000000'

/** Amounts of everything. */
export interface Riches {
  /** Item types the player owns. */
  readonly ownedItems: number
  /** Item types with offers and bids. */
  readonly marketItems: number
  /** Entries in each history. */
  readonly historyEntries: number
  readonly openLots: number
}

export const RICHES: Riches = { ownedItems: 2_000, marketItems: 10_000, historyEntries: 100_000, openLots: 200 }

/** Steam id of the rich player. */
export const RICH_STEAM_ID = '76561190000300000'

export interface RichPlayer {
  readonly token: string
  /** Cursors in the middle of the histories. */
  readonly oldOperationId: string
  readonly oldRecordId: string
}

type Environment = Readonly<Record<string, string>>

/** Starts a server and fills its store for one rich player. */
export async function fillPlayer(
  environment: Environment,
  riches = RICHES,
): Promise<{ url: string; player: RichPlayer; close: () => Promise<void> }> {
  const { userId, ...cursors } = await fillStore(environment, riches)
  const server = await start(environment)
  const claims = { userId, sessionId: SESSION_ID, roles: ['player'] } as const
  const token = await server.context.accessTokens.issue(claims, TOKEN_LIFE_SEC)
  return { url: server.url, player: { token, ...cursors }, close: () => server.close() }
}

/** Fills a store that no server uses for one rich player. */
export async function fillStore(
  environment: Environment,
  riches = RICHES,
): Promise<Omit<RichPlayer, 'token'> & { readonly userId: UserId }> {
  const server = await start(environment)
  const { store, writer } = server.context
  const found = await findOrRegisterPlayer(store, writer, {
    steamId: RICH_STEAM_ID,
    name: 'Rich',
    isNameConfirmed: true,
  })
  if (found === undefined) throw new Error('The writer takes no commands')
  const userId = asUserId(found.userId)
  const items = Array.from({ length: riches.ownedItems }, (_, index) => ({
    itemId: asItemId(FIRST_ITEM_ID + index),
    count: 50,
  }))
  for (let from = 0; from < items.length; from += ITEMS_PER_GRANT) {
    const some = items.slice(from, from + ITEMS_PER_GRANT)
    const command = { type: 'grant', userId, kind: 'quest_drop', coins: 1_000_000, items: some } as const
    await writer.submit<'grant'>({ command, actorId: userId, idempotency: undefined })
  }
  for (const { itemId } of items.slice(0, riches.openLots)) {
    const order = { userId, side: 'sell', itemId, price: OWN_PRICE_COINS, count: 1, mode: 'rest' } as const
    const preferred = { currency: 'coin', price: OWN_PRICE_COINS } as const
    await writer.submit<'place_lot'>({
      command: { type: 'place_lot', ...order, preferred },
      actorId: userId,
      idempotency: undefined,
    })
  }
  await server.close()
  // Written directly to the database; the next server reads it at start.
  return { userId, ...(await writePast(environment, userId, riches)) }
}

async function start(environment: Environment): Promise<RunningServer> {
  const read = readConfig({ LOG_LEVEL: 'warn', ...environment, PORT: '0', DEMO: 'off' })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return startServer({ config: read.config, log: createLogger('warn'), rateLimitFactor: NO_LIMIT })
}

async function writePast(environment: Environment, userId: string, riches: Riches): Promise<Omit<RichPlayer, 'token'>> {
  const store = await openStore({
    databaseUrl: environment['DATABASE_URL'],
    dataDir: environment['DATA_DIR'] ?? '',
  })
  await writeMarket(store.slowDb, riches)
  await writeHistory(store.slowDb, userId, riches)
  for (let index = 0; index < NEIGHBOURS; index += 1) await writeHistory(store.slowDb, firstIdAt(index + 1), riches)
  await writeInterests(store.slowDb, userId)
  await sql`analyze`.execute(store.slowDb)
  await store.close()
  const middle = firstIdAt(pastMs(riches.historyEntries / 2))
  return { oldOperationId: middle, oldRecordId: middle }
}

/** Time of a past entry, one per minute. */
function pastMs(entriesAgo: number): number {
  return Date.now() - entriesAgo * 60 * SECOND_MS
}

/** Writes offers, bids and past trades for all items. */
async function writeMarket(db: Kysely<Database>, { marketItems }: Riches): Promise<void> {
  await sql`insert into lot (lot_id, owner_id, item_id, side, price, count, open_count, preferred_currency, preferred_price, created_at_ms)
    select gen_random_uuid(), gen_random_uuid(), ${FIRST_ITEM_ID}::integer + item, side, 100 + side * 500 + item % 50, 5, 5, 'coin', 1, 0
    from generate_series(0, ${marketItems - 1}::integer) as item cross join generate_series(0, 1) as side`.execute(db)
  const todaySec = Math.floor(Date.now() / SECOND_MS / DAY_SEC) * DAY_SEC
  await sql`insert into price_bucket (item_id, span, side, start_sec, total_price, total_quantity)
    select ${FIRST_ITEM_ID}::integer + item, 1, side, ${todaySec}::bigint - day * ${DAY_SEC}::bigint, 1000 + item % 97, 10
    from generate_series(0, ${marketItems - 1}::integer) as item cross join generate_series(0, 1) as side
    cross join generate_series(1, ${TRADED_DAYS}::integer) as day`.execute(db)
}

/** Writes purchases, sales and rare cancels of all owned items, with their operations. */
async function writeHistory(db: Kysely<Database>, userId: string, riches: Riches): Promise<void> {
  const { historyEntries: entries, ownedItems } = riches
  const ids = Array.from({ length: entries }, (_, index) => firstIdAt(pastMs(entries - index)))
  await sql`insert into operation (user_id, operation_id, kind, entry_type, item_id, item_change, item_after, coin_change,
      coin_after, price, count, since_ms)
    select ${userId}::uuid, id, 7, case when place % 5000 = 0 then 0 else 2 + place % 4 end,
      ${FIRST_ITEM_ID}::integer + place % ${ownedItems}::integer, 2, 50, 2, 50, 100 + place % 40, 2, 0
    from unnest(${ids}::uuid[]) with ordinality as entry (id, place)`.execute(db)
  await sql`insert into item_total (user_id, item_id, bought_count, bought_total, sold_count, sold_total, held_count,
      held_cost, realised_profit, other_proceeds)
    select ${userId}::uuid, ${FIRST_ITEM_ID}::integer + item, 50, 5000, 40, 4800, 10, 1000, 800, 0
    from generate_series(0, ${ownedItems - 1}::integer) as item`.execute(db)
}

async function writeInterests(db: Kysely<Database>, userId: string): Promise<void> {
  await sql`insert into watched_item (user_id, item_id, watched_at_ms)
    select ${userId}::uuid, ${FIRST_ITEM_ID}::integer + item, item
    from generate_series(1, ${WATCHED}::integer) as item`.execute(db)
  await sql`insert into price_alert (alert_id, user_id, item_id, side, direction, price, created_at_ms)
    select gen_random_uuid(), ${userId}::uuid, ${FIRST_ITEM_ID}::integer + item, 1, 1, 1, 0
    from generate_series(1, ${ALERTS}::integer) as item`.execute(db)
  const ids = Array.from({ length: NOTIFICATIONS }, (_, index) => firstIdAt(pastMs(NOTIFICATIONS - index)))
  await sql`insert into notification (user_id, notification_id, kind, item_id, side, price, count)
    select ${userId}::uuid, id, 1, ${FIRST_ITEM_ID}::integer, 0, 100, 5
    from unnest(${ids}::uuid[]) as id`.execute(db)
}
