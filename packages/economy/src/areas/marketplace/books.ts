import type { ItemId } from '../../core/numbers.ts'
import type { CostBasis } from './cost-basis.ts'
import type { LotId } from './lot.ts'
import { OrderBook } from './order-book.ts'
import type { RestingLot } from './order-book.ts'

declare module '../../core/world.ts' {
  interface WorldParts {
    readonly marketplace: Books
  }
  interface AccountParts {
    /** `costBases` holds the cost basis per traded item. */
    readonly marketplace: { openLotCount: number; readonly costBases: Map<ItemId, CostBasis> }
  }
  interface EntityIds {
    readonly book: ItemId
    readonly lot: LotId
  }
}

/** The loaded order books. Only `applyEvents` and loading change them. */
export class Books {
  readonly #books = new Map<ItemId, OrderBook>()
  readonly #itemOfLot = new Map<LotId, ItemId>()

  addBook(itemId: ItemId): OrderBook {
    const book = new OrderBook(itemId)
    this.#books.set(itemId, book)
    return book
  }

  hasBook(itemId: ItemId): boolean {
    return this.#books.has(itemId)
  }

  book(itemId: ItemId): OrderBook {
    const book = this.#books.get(itemId)
    if (book === undefined) throw new Error(`Book not loaded: ${itemId}`)
    return book
  }

  books(): IterableIterator<OrderBook> {
    return this.#books.values()
  }

  /** An open lot of a loaded book. */
  lot(id: LotId): RestingLot | undefined {
    const itemId = this.#itemOfLot.get(id)
    return itemId === undefined ? undefined : this.#books.get(itemId)?.lot(id)
  }

  /** Call for every lot that enters a book. */
  indexLot(id: LotId, itemId: ItemId): void {
    this.#itemOfLot.set(id, itemId)
  }

  forgetLot(id: LotId): void {
    this.#itemOfLot.delete(id)
  }

  dropBook(itemId: ItemId): void {
    for (const lot of this.#books.get(itemId)?.lots() ?? []) this.#itemOfLot.delete(lot.id)
    this.#books.delete(itemId)
  }
}
