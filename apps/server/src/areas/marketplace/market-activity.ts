import { ACTIVITY_DAYS, type ItemActivity } from '@clutch/contract'
import { DAY_SEC, SECOND_MS } from '@clutch/contract/formats'
import { sql, type Kysely } from 'kysely'
import { packJson, type PackedText } from '../../http/packed-text.ts'
import type { Database } from '../../store/database.ts'
import type { MarketStatsBoard } from './market-stats-board.ts'

/** How long a response is cached for all callers. */
const ANSWER_LIFE_MS = 10_000

/**
 * Market activity per item, the basis of lists, movers and flips. Computed from the hourly and daily sums of recently traded
 * items, and compressed once for all callers.
 */
export class MarketActivity {
  readonly #db: Kysely<Database>
  readonly #board: Pick<MarketStatsBoard, 'changes'>
  readonly #nowMs: () => number
  #answer: Promise<PackedText> | undefined
  #madeAtMs = Number.NEGATIVE_INFINITY

  /** @param board source of price changes, so that all lists agree */
  constructor(db: Kysely<Database>, board: Pick<MarketStatsBoard, 'changes'>, nowMs: () => number = Date.now) {
    this.#db = db
    this.#board = board
    this.#nowMs = nowMs
  }

  /** The response as JSON. */
  packed(): Promise<PackedText> {
    const nowMs = this.#nowMs()
    if (this.#answer !== undefined && nowMs - this.#madeAtMs < ANSWER_LIFE_MS) return this.#answer
    this.#madeAtMs = nowMs
    const answer = this.#pack(nowMs)
    this.#answer = answer
    // Callers waiting for this query get the error; the next call tries again.
    answer.catch(() => (this.#answer = undefined))
    return answer
  }

  async #pack(nowMs: number): Promise<PackedText> {
    const [items, changes] = await Promise.all([readActivity(this.#db, nowMs), this.#board.changes()])
    return packJson({ items: items.map((item) => ({ ...item, change_24h: changes.get(item.item_id) ?? null })) })
  }
}

interface ActivityRow {
  readonly item_id: number
  readonly last_price: number
  readonly last_traded_at_ms: number
  readonly volume: number
  readonly turnover: number
  readonly days: readonly { readonly start: number; readonly price: number; readonly count: number }[]
}

/** Activity of all items traded within a week. Lateral joins use the index rather than scanning months of buckets. */
async function readActivity(db: Kysely<Database>, nowMs: number): Promise<Omit<ItemActivity, 'change_24h'>[]> {
  const nowSec = Math.floor(nowMs / SECOND_MS)
  const dayAgo = nowSec - DAY_SEC
  const weekAgo = nowSec - ACTIVITY_DAYS * DAY_SEC
  const today = nowSec - (nowSec % DAY_SEC)
  const firstDay = today - ACTIVITY_DAYS * DAY_SEC
  const { rows } = await sql<ActivityRow>`
    select last.item_id, last.price as last_price, last.at_ms as last_traded_at_ms,
      recent.volume, recent.turnover, days.days
    from last_trade as last
    cross join lateral (
      select coalesce(sum(total_quantity), 0)::bigint as volume, coalesce(sum(total_price), 0)::bigint as turnover
      from price_bucket where item_id = last.item_id and span = 0 and side in (0, 1) and start_sec > ${dayAgo}
    ) as recent
    cross join lateral (
      select coalesce(json_agg(json_build_object('start', start_sec, 'price', price, 'count', quantity)), '[]') as days
      from (
        select start_sec, round(sum(total_price) / sum(total_quantity))::bigint as price,
          sum(total_quantity)::bigint as quantity
        from price_bucket where item_id = last.item_id and span = 1 and side in (0, 1) and start_sec >= ${firstDay}
        group by start_sec
      ) as day
    ) as days
    where last.at_ms > ${weekAgo * SECOND_MS}
    order by last.item_id`.execute(db)
  return rows.map((row) => toActivity(row, today))
}

function toActivity(row: ActivityRow, today: number): Omit<ItemActivity, 'change_24h'> {
  const priceOn = new Map(row.days.map(({ start, price }) => [start, price]))
  const before = row.days.filter(({ start }) => start < today)
  return {
    item_id: row.item_id,
    last_price: row.last_price,
    last_traded_at: Math.floor(row.last_traded_at_ms / SECOND_MS),
    volume: row.volume,
    turnover: row.turnover,
    usual_volume: before.reduce((sum, { count }) => sum + count, 0) / ACTIVITY_DAYS,
    daily_prices: Array.from(
      { length: ACTIVITY_DAYS },
      (_, index) => priceOn.get(today - (ACTIVITY_DAYS - 1 - index) * DAY_SEC) ?? 0,
    ),
  }
}
