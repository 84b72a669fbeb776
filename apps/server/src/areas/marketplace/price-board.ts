import type { PriceEntry } from '@clutch/contract'
import type { Side } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { EconomyMessage } from '../../bus/message.ts'
import type { Database } from '../../store/database.ts'
import { sideOf } from './codes.ts'

/** Best prices of all items and sides in memory, updated by messages of the bus. Read by every client on start. */
export class PriceBoard {
  readonly #prices: Readonly<Record<Side, Map<number, number>>> = { buy: new Map(), sell: new Map() }
  /** Serialized entries, so that a response is joined from thousands of strings rather than serialized. */
  readonly #entries: Readonly<Record<Side, Map<number, string>>> = { buy: new Map(), sell: new Map() }
  /** Messages received during a query; undefined when none is running. */
  #arrived: EconomyMessage[] | undefined = []
  #readings = 0

  /** Reads all prices and subscribes to the bus. */
  static async open(db: Kysely<Database>, bus: Bus): Promise<PriceBoard> {
    const board = new PriceBoard()
    bus.subscribe('economy', (message) => {
      if (board.#arrived === undefined) board.#follow(message)
      else board.#arrived.push(message)
    })
    await board.read(db)
    return board
  }

  /**
   * Rereads all prices. One snapshot contains the prices and the id of the last message before them, so that later messages
   * are applied on top. Of concurrent queries the one that started last counts.
   */
  async read(db: Kysely<Database>): Promise<void> {
    this.#arrived ??= []
    const reading = (this.#readings += 1)
    const { rows } = await sql<{ last_id: number; item_id: number | null; side: number; price: number }>`
      select last_id, item_id, side, price from (select coalesce(max(message_id), 0) as last_id from outbox) as last
      left join (
        select item_id, side, case side when 0 then max(price) else min(price) end as price from lot
        group by item_id, side
      ) as best on true`.execute(db)
    if (reading !== this.#readings) return
    for (const side of ['buy', 'sell'] as const) {
      this.#prices[side].clear()
      this.#entries[side].clear()
    }
    for (const { item_id, side, price } of rows) if (item_id !== null) this.#set(sideOf(side), item_id, price)
    const lastId = rows[0]?.last_id ?? 0
    const arrived = this.#arrived
    this.#arrived = undefined
    for (const message of arrived) if (message.id > lastId) this.#follow(message)
  }

  /** A side's entries as a JSON list with the caller's own best prices; items without open lots are absent. */
  entriesJson(side: Side, ownPrices: ReadonlyMap<number, number>): string {
    const texts: string[] = []
    for (const [itemId, text] of this.#entries[side]) {
      const own = ownPrices.get(itemId)
      texts.push(own === undefined ? text : entryJson(itemId, this.#prices[side].get(itemId) ?? 0, own))
    }
    return `[${texts.join(',')}]`
  }

  #follow({ updates }: EconomyMessage): void {
    for (const { itemId, side, price } of updates.marketplace?.prices ?? []) this.#set(side, itemId, price)
  }

  #set(side: Side, itemId: number, price: number): void {
    if (price === 0) {
      this.#prices[side].delete(itemId)
      this.#entries[side].delete(itemId)
    } else {
      this.#prices[side].set(itemId, price)
      this.#entries[side].set(itemId, entryJson(itemId, price, 0))
    }
  }
}

function entryJson(item_type_id: number, price: number, my_price: number): string {
  const entry: PriceEntry = { item_type_id, price, my_price }
  return JSON.stringify(entry)
}
