import type { MarketStat } from '@clutch/contract'
import { HOUR_SEC, SECOND_MS } from '@clutch/contract/formats'
import { MARKET_WEEK_SLOTS } from '@clutch/contract/constants'
import { isWithin } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import { packJson, type PackedText } from '../../http/packed-text.ts'
import type { Database } from '../../store/database.ts'
import type { FairPriceBoard } from './fair-price-board.ts'
import { TradedItems } from './traded-items.ts'

const DAY_HOURS = 24
const WEEK_HOURS = 7 * DAY_HOURS
const SLOT_HOURS = WEEK_HOURS / MARKET_WEEK_SLOTS
const BASIS_POINTS = 10_000
/** How long a response is cached; items that trade meanwhile are read together. */
const ANSWER_LIFE_MS = 10_000

/** Trades of an item in one hour, both sides together. */
export interface TradedHour {
  readonly startSec: number
  readonly coins: number
  readonly count: number
}

/**
 * Statistics of each item for the last day and week, in memory. The hours of the last week are read once; afterwards only
 * new hours of items that traded, as reported by the bus, are read on request.
 */
export class MarketStatsBoard {
  readonly #db: Kysely<Database>
  readonly #fairPrices: Pick<FairPriceBoard, 'prices'>
  readonly #nowMs: () => number
  readonly #hours = new Map<number, TradedHour[]>()
  readonly #traded: TradedItems
  /** Hour up to which all items have been read; 0 before the first read. */
  #readSec = 0
  #answer: PackedText | undefined
  /** Entries of the response, by item. */
  #latest: ReadonlyMap<number, MarketStat> = new Map()
  #answeredAtMs = Number.NEGATIVE_INFINITY
  #refreshing: Promise<PackedText> | undefined

  constructor(
    db: Kysely<Database>,
    bus: Bus,
    fairPrices: Pick<FairPriceBoard, 'prices'>,
    nowMs: () => number = Date.now,
  ) {
    this.#db = db
    this.#fairPrices = fairPrices
    this.#nowMs = nowMs
    this.#traded = new TradedItems(bus)
  }

  /** The cached response, at most ten seconds old. */
  async answer(): Promise<PackedText> {
    if (this.#answer !== undefined && isWithin(this.#answeredAtMs, ANSWER_LIFE_MS, this.#nowMs())) return this.#answer
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined))
    return this.#refreshing
  }

  /** Price changes of the last day by item, used by all other lists. */
  async changes(): Promise<ReadonlyMap<number, number | null>> {
    const stats = await this.latest()
    return new Map(Array.from(stats, ([itemId, { change_24h }]) => [itemId, change_24h]))
  }

  /** The statistics of the response by item. */
  async latest(): Promise<ReadonlyMap<number, MarketStat>> {
    await this.answer()
    return this.#latest
  }

  /** Rereads everything on the next request, after messages were lost. */
  clear(): void {
    this.#readSec = 0
    this.#answeredAtMs = Number.NEGATIVE_INFINITY
  }

  async #refresh(): Promise<PackedText> {
    const nowMs = this.#nowMs()
    const stats = await this.stats(nowMs)
    this.#answer = packJson({ stats })
    this.#latest = new Map(stats.map((stat) => [stat.item_type_id, stat]))
    this.#answeredAtMs = nowMs
    return this.#answer
  }

  /** Computes the current statistics. Must not run concurrently. */
  async stats(nowMs: number): Promise<MarketStat[]> {
    const fairPrices = await this.#fairPrices.prices()
    const hourSec = startOfHour(nowMs)
    await this.#traded.refresh(async (traded) => {
      const isFirst = this.#readSec === 0
      // A trade of the previous hour may have been reported after the last read.
      const fromSec = isFirst ? hourSec - WEEK_HOURS * HOUR_SEC : this.#readSec - HOUR_SEC
      const rows = await readHours(this.#db, fromSec, isFirst ? undefined : traded)
      if (isFirst) this.#hours.clear()
      for (const row of rows) this.#take(row)
      this.#readSec = hourSec
    })
    const stats: MarketStat[] = []
    for (const [itemId, hours] of this.#hours) {
      const recent = hours.filter(({ startSec }) => startSec > hourSec - WEEK_HOURS * HOUR_SEC)
      if (recent.length === 0) this.#hours.delete(itemId)
      else {
        this.#hours.set(itemId, recent)
        stats.push({
          item_type_id: itemId,
          ...summariseHours(recent, hourSec),
          fair_price: fairPrices.get(itemId) ?? 0,
        })
      }
    }
    return stats
  }

  #take({ item_id, start_sec, coins, count }: HourRow): void {
    const hours = this.#hours.get(item_id) ?? []
    this.#hours.set(item_id, hours)
    const hour = { startSec: start_sec, coins, count }
    const known = hours.findIndex(({ startSec }) => startSec === start_sec)
    if (known === -1) hours.push(hour)
    else hours[known] = hour
  }
}

/**
 * @param hours the hours of the last week, in order
 * @param hourSec start of the current hour
 */
export function summariseHours(
  hours: readonly TradedHour[],
  hourSec: number,
): Omit<MarketStat, 'item_type_id' | 'fair_price'> {
  const daySec = hourSec - (DAY_HOURS - 1) * HOUR_SEC
  const today = hours.filter(({ startSec }) => startSec >= daySec)
  const latest = today.at(-1)
  const before = hours.findLast(({ startSec }) => startSec < daySec)
  const volume = today.reduce((sum, { count }) => sum + count, 0)
  const slots = Array.from({ length: MARKET_WEEK_SLOTS }, () => ({ coins: 0, count: 0 }))
  for (const { startSec, coins, count } of hours) {
    const hoursAgo = (hourSec - startSec) / HOUR_SEC
    const slot = slots[MARKET_WEEK_SLOTS - 1 - Math.floor(hoursAgo / SLOT_HOURS)]
    if (slot === undefined) continue
    slot.coins += coins
    slot.count += count
  }
  return {
    change_24h: latest === undefined || before === undefined ? null : changeOf(priceOf(before), priceOf(latest)),
    volume_24h: Math.min(Number.MAX_SAFE_INTEGER, volume),
    week: slots.map((slot) => (slot.count === 0 ? 0 : Math.round(priceOf(slot)))),
  }
}

/** In basis points, rounded. */
function changeOf(from: number, to: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.round((to / from - 1) * BASIS_POINTS))
}

function priceOf({ coins, count }: { readonly coins: number; readonly count: number }): number {
  return coins / count
}

function startOfHour(atMs: number): number {
  const atSec = Math.floor(atMs / SECOND_MS)
  return atSec - (atSec % HOUR_SEC)
}

interface HourRow {
  readonly item_id: number
  readonly start_sec: number
  readonly coins: number
  readonly count: number
}

async function readHours(
  db: Kysely<Database>,
  fromSec: number,
  itemIds: readonly number[] | undefined,
): Promise<HourRow[]> {
  if (itemIds?.length === 0) return []
  const wanted = itemIds === undefined ? sql`` : sql`and item_id = any(${itemIds}::integer[])`
  const { rows } = await sql<HourRow>`
    select item_id, start_sec, least(sum(total_price), ${Number.MAX_SAFE_INTEGER})::bigint as coins,
      least(sum(total_quantity), ${Number.MAX_SAFE_INTEGER})::bigint as count
    from price_bucket where span = 0 and start_sec >= ${fromSec} ${wanted}
    group by item_id, start_sec order by item_id, start_sec`.execute(db)
  return rows
}
