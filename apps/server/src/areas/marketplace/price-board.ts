import type { PriceEntry } from '@clutch/contract'
import type { Side } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import { Snapshot, type Loaded } from '../../bus/snapshot.ts'
import type { Database } from '../../store/database.ts'
import { sideOf } from './codes.ts'
import type { MarketUpdates } from './updates.ts'

type BestPrice = MarketUpdates['prices'][number]

/** Best prices of all items and sides in memory, updated by messages of the bus. Read by every client on start. */
export class PriceBoard {
  readonly #prices: Snapshot<BestPrices, BestPrice>

  private constructor(db: Kysely<Database>, bus: Bus) {
    this.#prices = new Snapshot(
      () => readBestPrices(db),
      (prices, price) => prices.set(price),
    )
    bus.subscribe('economy', ({ id, updates }) => {
      for (const price of updates.marketplace?.prices ?? []) this.#prices.receive(id, price)
    })
  }

  /** Reads all prices and subscribes to the bus. */
  static async open(db: Kysely<Database>, bus: Bus): Promise<PriceBoard> {
    const board = new PriceBoard(db, bus)
    await board.reload()
    return board
  }

  /** Reads all prices again, after messages were lost. */
  async reload(): Promise<void> {
    await this.#prices.reload()
  }

  /** Best prices of a side by item; items without open lots are absent. */
  bestPrices(side: Side): ReadonlyMap<number, number> {
    return this.#prices.current?.prices(side) ?? new Map()
  }

  /** A side's entries as a JSON list with the caller's own best prices; items without open lots are absent. */
  entriesJson(side: Side, ownPrices: ReadonlyMap<number, number>): string {
    return `[${this.#prices.current?.entries(side, ownPrices).join(',') ?? ''}]`
  }
}

/** Best prices by side and item, with their serialized entries: a response joins thousands of them. */
class BestPrices {
  readonly #prices: Readonly<Record<Side, Map<number, number>>> = { buy: new Map(), sell: new Map() }
  readonly #entries: Readonly<Record<Side, Map<number, string>>> = { buy: new Map(), sell: new Map() }

  set({ itemId, side, price }: BestPrice): void {
    if (price === 0) {
      this.#prices[side].delete(itemId)
      this.#entries[side].delete(itemId)
    } else {
      this.#prices[side].set(itemId, price)
      this.#entries[side].set(itemId, entryJson(itemId, price, 0))
    }
  }

  prices(side: Side): ReadonlyMap<number, number> {
    return this.#prices[side]
  }

  entries(side: Side, ownPrices: ReadonlyMap<number, number>): string[] {
    return Array.from(this.#entries[side], ([itemId, text]) => {
      const own = ownPrices.get(itemId)
      return own === undefined ? text : entryJson(itemId, this.#prices[side].get(itemId) ?? 0, own)
    })
  }
}

async function readBestPrices(db: Kysely<Database>): Promise<Loaded<BestPrices>> {
  const { rows } = await sql<{ last_id: number; item_id: number | null; side: number; price: number }>`
    select last_id, item_id, side, price from (select coalesce(max(message_id), 0) as last_id from outbox) as last
    left join (
      select item_id, side, case side when 0 then max(price) else min(price) end as price from lot
      group by item_id, side
    ) as best on true`.execute(db)
  const state = new BestPrices()
  for (const { item_id, side, price } of rows) {
    if (item_id !== null) state.set({ itemId: item_id, side: sideOf(side), price })
  }
  return { state, lastId: rows[0]?.last_id ?? 0 }
}

function entryJson(item_type_id: number, price: number, my_price: number): string {
  const entry: PriceEntry = { item_type_id, price, my_price }
  return JSON.stringify(entry)
}
