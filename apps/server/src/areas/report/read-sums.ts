import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import { DAY_SEC } from '@clutch/contract/formats'
import type { DaySums, ItemFlow, KindFlow, PairHour } from './reckon-day.ts'
import './tables.ts'

const COINS = 0
const AMOUNT_MAX = Number.MAX_SAFE_INTEGER

const NOTHING: DaySums = {
  flows: [],
  itemFlows: new Map(),
  trades: new Map(),
  supply: undefined,
  itemResiduals: [],
}

/** The stored sums of a range of days, by start of the day. */
export async function readDaySums(
  db: Kysely<Database>,
  fromSec: number,
  untilSec: number,
): Promise<(daySec: number) => DaySums> {
  const [flows, trades, supplies, residuals] = await Promise.all([
    readFlows(db, fromSec, untilSec),
    readTrades(db, fromSec, untilSec),
    readSupplies(db, fromSec, untilSec),
    readResiduals(db, fromSec, untilSec),
  ])
  const days = new Map<number, DaySums>()
  for (let daySec = fromSec; daySec <= untilSec; daySec += DAY_SEC) {
    const ofDay = flows.get(daySec) ?? []
    days.set(daySec, {
      flows: ofDay.filter(({ asset }) => asset === COINS),
      itemFlows: sumByItem(ofDay.filter(({ asset }) => asset !== COINS)),
      trades: new Map((trades.get(daySec) ?? []).map(({ item_id, coins, count }) => [item_id, { coins, count }])),
      supply: supplies.get(daySec),
      itemResiduals: residuals.get(daySec) ?? [],
    })
  }
  return (daySec) => days.get(daySec) ?? NOTHING
}

/** Coins in the world before a day. */
export async function readSupplyBefore(db: Kysely<Database>, daySec: number): Promise<number> {
  const row = await db
    .selectFrom('economy_supply_day')
    .select('supply')
    .where('asset', '=', COINS)
    .where('day_sec', '<', daySec)
    .orderBy('day_sec', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.supply ?? 0
}

/** Trades between pairs of players from one hour to before another. */
export async function readPairs(db: Kysely<Database>, fromSec: number, untilSec: number): Promise<PairHour[]> {
  const { rows } = await sql<PairHour>`
    select item_id as "itemId", hour_sec as "hourSec", seller_id as "sellerId", buyer_id as "buyerId", trades,
      least(count, ${AMOUNT_MAX})::bigint as count, least(coins, ${AMOUNT_MAX})::bigint as coins
    from pair_hour where hour_sec >= ${fromSec} and hour_sec < ${untilSec}`.execute(db)
  return rows
}

interface FlowRow extends KindFlow {
  readonly day_sec: number
  readonly asset: number
}

async function readFlows(db: Kysely<Database>, fromSec: number, untilSec: number): Promise<Map<number, FlowRow[]>> {
  const { rows } = await sql<FlowRow>`
    select day_sec, kind, asset, least(minted, ${AMOUNT_MAX})::bigint as minted,
      least(burned, ${AMOUNT_MAX})::bigint as burned, operations
    from economy_flow_day where day_sec between ${fromSec} and ${untilSec} order by day_sec, kind`.execute(db)
  return Map.groupBy(rows, ({ day_sec }) => day_sec)
}

function sumByItem(flows: readonly FlowRow[]): Map<number, ItemFlow> {
  const sums = new Map<number, ItemFlow>()
  for (const { asset, minted, burned } of flows) {
    const sum = sums.get(asset)
    sums.set(asset, { minted: (sum?.minted ?? 0) + minted, burned: (sum?.burned ?? 0) + burned })
  }
  return sums
}

interface TradeRow {
  readonly day_sec: number
  readonly item_id: number
  readonly coins: number
  readonly count: number
}

/** Daily trades, both sides of the charts together. */
export async function readTrades(
  db: Kysely<Database>,
  fromSec: number,
  untilSec: number,
): Promise<Map<number, TradeRow[]>> {
  const { rows } = await sql<TradeRow>`
    select start_sec as day_sec, item_id, least(sum(total_price), ${AMOUNT_MAX})::bigint as coins,
      least(sum(total_quantity), ${AMOUNT_MAX})::bigint as count
    from price_bucket where span = 1 and start_sec between ${fromSec} and ${untilSec}
    group by start_sec, item_id order by start_sec, item_id`.execute(db)
  return Map.groupBy(rows, ({ day_sec }) => day_sec)
}

async function readSupplies(db: Kysely<Database>, fromSec: number, untilSec: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('economy_supply_day')
    .select(['day_sec', 'supply'])
    .where('asset', '=', COINS)
    .where('day_sec', '>=', fromSec)
    .where('day_sec', '<=', untilSec)
    .execute()
  return new Map(rows.map(({ day_sec, supply }) => [day_sec, supply]))
}

/** Items whose supply in a day changed by other than minted and burned amounts. */
async function readResiduals(db: Kysely<Database>, fromSec: number, untilSec: number) {
  const { rows } = await sql<{ day_sec: number; itemId: number; residual: number }>`
    select day_sec, asset as "itemId", least(greatest(residual, ${-AMOUNT_MAX}), ${AMOUNT_MAX})::bigint as residual
    from (
      select now.day_sec, now.asset, now.supply - coalesce(earlier.supply, 0) - coalesce(flow.net, 0) as residual
      from economy_supply_day as now
      left join lateral (
        select supply from economy_supply_day where asset = now.asset and day_sec < now.day_sec
        order by day_sec desc limit 1
      ) as earlier on true
      left join (
        select day_sec, asset, sum(minted - burned) as net from economy_flow_day
        where day_sec between ${fromSec} and ${untilSec} group by day_sec, asset
      ) as flow on flow.day_sec = now.day_sec and flow.asset = now.asset
      where now.day_sec between ${fromSec} and ${untilSec} and now.asset > ${COINS}
    ) as change where residual <> 0 order by day_sec, asset`.execute(db)
  return Map.groupBy(rows, ({ day_sec }) => day_sec)
}
