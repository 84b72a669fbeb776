import { DAY_SEC, SECOND_MS } from '@clutch/contract/formats'
import { sql, type Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Database } from '../../store/database.ts'
import { TradedItems } from './traded-items.ts'

/** Days considered for a fair price, including today. */
export const FAIR_PRICE_DAYS = 30
/** Minimum number of slots with trades: with three, a single manipulated price is not the median. */
export const FAIR_PRICE_SLOTS_MIN = 3

/**
 * Fair price of each item: the median of the daily average prices of the last thirty days. An outlier trade affects the
 * average of one day, which moves the median at most to its neighbour. Items traded on too few days use the median of
 * hours; those with too few hours have no price.
 *
 * Prices are cached. Items that traded, as reported by the bus, are recomputed on the next request.
 */
export class FairPriceBoard {
  readonly #db: Kysely<Database>
  readonly #nowMs: () => number
  readonly #prices = new Map<number, number>()
  readonly #traded: TradedItems
  #firstDaySec = 0
  #refreshing: Promise<void> | undefined

  constructor(db: Kysely<Database>, bus: Bus, nowMs: () => number = Date.now) {
    this.#db = db
    this.#nowMs = nowMs
    this.#traded = new TradedItems(bus)
  }

  /** Fair prices by item, in coins; items without one are absent. */
  async prices(): Promise<ReadonlyMap<number, number>> {
    // A query in progress may have started before the last trade: wait for it, then read again.
    while (this.#refreshing !== undefined) await this.#refreshing
    const firstDaySec = firstDayOf(this.#nowMs())
    if (firstDaySec === this.#firstDaySec && this.#traded.isEmpty) return this.#prices
    this.#refreshing = this.#refresh(firstDaySec).finally(() => (this.#refreshing = undefined))
    await this.#refreshing
    return this.#prices
  }

  /** Recomputes all prices on the next request, after messages were lost. */
  clear(): void {
    this.#firstDaySec = 0
  }

  /** Each day recomputes all items, because the oldest day drops out. */
  async #refresh(firstDaySec: number): Promise<void> {
    await this.#traded.refresh(async (traded) => {
      const isNewDay = firstDaySec !== this.#firstDaySec
      const rows = await readFairPrices(this.#db, firstDaySec, isNewDay ? undefined : traded)
      if (isNewDay) this.#prices.clear()
      for (const itemId of traded) this.#prices.delete(itemId)
      for (const { item_id, price } of rows) this.#prices.set(item_id, price)
      this.#firstDaySec = firstDaySec
    })
  }
}

function firstDayOf(nowMs: number): number {
  const today = Math.floor(nowMs / SECOND_MS / DAY_SEC)
  return (today - FAIR_PRICE_DAYS + 1) * DAY_SEC
}

/** The median; of an even number of values, the lower of the two in the middle. */
async function readFairPrices(
  db: Kysely<Database>,
  firstDaySec: number,
  itemIds: readonly number[] | undefined,
): Promise<{ item_id: number; price: number }[]> {
  const wanted = itemIds === undefined ? sql`` : sql`and item_id = any(${itemIds}::integer[])`
  const { rows } = await sql<{ item_id: number; price: number }>`
    with day as (
      select item_id, round(sum(total_price) / sum(total_quantity))::bigint as price
      from price_bucket where span = 1 and start_sec >= ${firstDaySec} ${wanted} group by item_id, start_sec
    ), by_day as (
      select item_id, count(*) as slots, percentile_disc(0.5) within group (order by price) as price
      from day group by item_id
    ), hour as (
      select item_id, round(sum(total_price) / sum(total_quantity))::bigint as price
      from price_bucket join by_day using (item_id)
      where span = 0 and start_sec >= ${firstDaySec} and slots < ${FAIR_PRICE_SLOTS_MIN} group by item_id, start_sec
    )
    select item_id, price from by_day where slots >= ${FAIR_PRICE_SLOTS_MIN}
    union all
    select item_id, percentile_disc(0.5) within group (order by price) from hour
    group by item_id having count(*) >= ${FAIR_PRICE_SLOTS_MIN}`.execute(db)
  return rows
}
