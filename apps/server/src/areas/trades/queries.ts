import { TRADE_HISTORY_PAGE_SIZE } from '@clutch/contract/constants'
import type { CallQuery, CallResponse, Trade } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { MAX as MAX_UUID } from 'uuid'
import type { EconomyMessage } from '../../bus/message.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../store/database.ts'
import { statusCode } from './codes.ts'
import { toTradeResponse, type UnnamedTrade } from './responses.ts'
import { toTrade } from './load.ts'
import type { TradeTable } from './tables.ts'

const ACTIVE = statusCode('active')
const COMPLETED = statusCode('completed')
/** Sums are capped at the largest amount. */
const AMOUNT_MAX = Number.MAX_SAFE_INTEGER

/** The caller's open trades, newest first. */
export async function readActiveTrades(context: Context, userId: string): Promise<Trade[]> {
  const { rows } = await sql<TradeTable>`select * from (
      select * from trade where user_1 = ${userId} and status = ${ACTIVE}
      union all select * from trade where user_2 = ${userId} and status = ${ACTIVE}
    ) as trade order by trade_id desc`.execute(context.store.db)
  return withNames(
    context,
    rows.map((row) => toTradeResponse(toTrade(row), userId)),
  )
}

/** A page of the caller's ended trades, newest first, optionally with one other player or of one status. */
export async function readTradeHistory(
  context: Context,
  userId: string,
  { last_uuid, user_uuid, trade_status }: CallQuery<'GET /social/get-trade-history'>,
): Promise<Trade[]> {
  const before = sql`trade_id < ${last_uuid || MAX_UUID}::uuid`
  const ended =
    trade_status === undefined || trade_status === 'active'
      ? sql`status <> ${ACTIVE}`
      : sql`status <> ${ACTIVE} and status = ${statusCode(trade_status)}`
  const page = (side: RawBuilder<unknown>) => sql`(select * from trade where ${side} and ${ended} and ${before}
    order by trade_id desc limit ${TRADE_HISTORY_PAGE_SIZE})`
  const source =
    user_uuid === undefined || user_uuid === ''
      ? sql`${page(sql`user_1 = ${userId}`)} union all ${page(sql`user_2 = ${userId}`)}`
      : page(ofPair(userId, user_uuid))
  const { rows } = await sql<TradeTable>`select * from (${source}) as trade
    order by trade_id desc limit ${TRADE_HISTORY_PAGE_SIZE}`.execute(context.store.db)
  return withNames(
    context,
    rows.map((row) => toTradeResponse(toTrade(row), userId)),
  )
}

/** Totals of all completed trades between two players. */
export async function readTradeTotals(
  context: Context,
  userId: string,
  otherId: string,
): Promise<Omit<CallResponse<'GET /social/get-trade-totals'>, 'name'>> {
  const completed = sql`${ofPair(userId, otherId)} and status <> ${ACTIVE} and status = ${COMPLETED}`
  const { rows } = await sql<{ is_by_1: boolean; asset: number; count: number; trades: number; first_ms: number }>`
    with done as materialized (select * from trade where ${completed}),
    passed as (
      select true as is_by_1, 0 as asset, coins_1 as count from done
      union all select false, 0, coins_2 from done
      union all select true, (item ->> 0)::integer, (item ->> 1)::bigint from done, json_array_elements(items_1) as item
      union all select false, (item ->> 0)::integer, (item ->> 1)::bigint from done, json_array_elements(items_2) as item
    )
    select is_by_1, asset, least(sum(count), ${AMOUNT_MAX})::bigint as count,
      (select count(*) from done)::bigint as trades, (select min(ended_at_ms) from done) as first_ms
    from passed group by is_by_1, asset order by is_by_1, asset`.execute(context.store.db)
  const isFirst = userId < otherId
  const side = (isOwn: boolean) => {
    const own = rows.filter(({ is_by_1 }) => (is_by_1 === isFirst) === isOwn)
    const items = own.filter(({ asset }) => asset !== 0).map(({ asset, count }) => [String(asset), count])
    return { coins: own.find(({ asset }) => asset === 0)?.count ?? 0, items: Object.fromEntries(items) }
  }
  const [first] = rows
  return {
    trades: first?.trades ?? 0,
    first_at: toSeconds(first?.first_ms ?? 0),
    given: side(true),
    received: side(false),
  }
}

/** Adds the other players' names. */
export async function withNames({ store }: Context, trades: readonly UnnamedTrade[]): Promise<Trade[]> {
  const names = await readNames(
    store.db,
    trades.map(({ opponent_uuid }) => opponent_uuid),
  )
  return trades.map((trade) => ({ ...trade, opponent_name: names.get(trade.opponent_uuid) ?? '' }))
}

/**
 * Adds players' names to the trades of each message before passing it on. Names are read for every message, so that
 * events agree with responses of the same moment. Later messages wait for the read, which preserves their order.
 */
export function withPlayerNames(
  db: Kysely<Database>,
  handOn: (message: EconomyMessage) => void,
  onError: (error: unknown) => void,
): (message: EconomyMessage) => void {
  let last: Promise<void> | undefined
  const handOnNamed = async (message: EconomyMessage, before: Promise<void> | undefined): Promise<void> => {
    await before
    const { trades } = message.updates
    if (trades === undefined) return handOn(message)
    const ids = trades.flatMap(({ trade }) => trade.sides.map(({ userId }) => userId))
    const names = await readNames(db, ids).catch((error: unknown) => {
      onError(error)
      return new Map<string, string>()
    })
    handOn({ ...message, updates: { ...message.updates, trades: trades.map((update) => ({ ...update, names })) } })
  }
  return (message) => {
    if (last === undefined && message.updates.trades === undefined) return handOn(message)
    const own = handOnNamed(message, last)
      .catch(onError)
      .finally(() => {
        if (last === own) last = undefined
      })
    last = own
  }
}

/** Names by player id. */
async function readNames(db: Kysely<Database>, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map()
  const players = await db
    .selectFrom('player')
    .select(['user_id', 'name'])
    .where('user_id', 'in', [...new Set(userIds)])
    .execute()
  return new Map(players.map(({ user_id, name }) => [user_id, name]))
}

function ofPair(userId: string, otherId: string): RawBuilder<unknown> {
  const [low, high] = userId < otherId ? [userId, otherId] : [otherId, userId]
  return sql`user_1 = ${low}::uuid and user_2 = ${high}::uuid`
}
