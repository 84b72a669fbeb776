import type { PriceEntry } from '@clutch/contract'
import type { Side } from '@clutch/economy'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import { sideOf } from '../store/codes.ts'
import type { Database } from '../store/database.ts'

/** The best open price of every item and side, in memory, kept fresh by the bus: what every player reads on entry. */
export class PriceBoard {
  readonly #prices: Readonly<Record<Side, Map<number, number>>> = { buy: new Map(), sell: new Map() }
  /** The entry of each price as JSON: thousands of them are joined, not made, for each reader. */
  readonly #entries: Readonly<Record<Side, Map<number, string>>> = { buy: new Map(), sell: new Map() }

  /** Reads the books once, then follows them. */
  static async open(db: Kysely<Database>, bus: Bus): Promise<PriceBoard> {
    const board = new PriceBoard()
    bus.subscribe(({ prices }) => {
      for (const { itemId, side, price } of prices) board.#set(side, itemId, price)
    })
    const rows = await db
      .selectFrom('lot')
      .groupBy(['item_id', 'side'])
      .select(({ fn }) => ['item_id', 'side', fn.min('price').as('lowest'), fn.max('price').as('highest')])
      .execute()
    for (const row of rows) {
      const side = sideOf(row.side)
      board.#set(side, row.item_id, side === 'buy' ? row.highest : row.lowest)
    }
    return board
  }

  /** A side's entries as a JSON list, with a reader's own best prices; items without an open lot are not in it. */
  entriesJson(side: Side, ownPrices: ReadonlyMap<number, number>): string {
    const texts: string[] = []
    for (const [itemId, text] of this.#entries[side]) {
      const own = ownPrices.get(itemId)
      texts.push(own === undefined ? text : entryJson(itemId, this.#prices[side].get(itemId) ?? 0, own))
    }
    return `[${texts.join(',')}]`
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
