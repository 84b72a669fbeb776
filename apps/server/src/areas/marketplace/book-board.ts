import type { OrderLevel } from '@clutch/contract'
import type { Side } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import { Snapshot, type Loaded } from '../../bus/snapshot.ts'
import type { Database } from '../../store/database.ts'
import { sideOf } from './codes.ts'
import type { BookUpdate } from './updates.ts'

/** Cached books; the least recently used are evicted first. */
const BOOKS_MAX = 2_000
/** Price levels per side shown on an item's page. */
const LEVELS_MAX = 200

/** An item's order book as shown on its page, best prices first. */
export interface BookView {
  readonly sell: readonly OrderLevel[]
  readonly buy: readonly OrderLevel[]
  /** 0 before the first trade. */
  readonly lastPrice: number
}

interface CachedBook {
  readonly levels: Readonly<Record<Side, Map<number, number>>>
  lastPrice: number
  view: BookView | undefined
}

/** Recently viewed order books in memory, updated by messages of the bus, so that a popular item is read once. */
export class BookBoard {
  readonly #db: Kysely<Database>
  readonly #books = new Map<number, Snapshot<CachedBook, BookUpdate>>()

  constructor(db: Kysely<Database>, bus: Bus) {
    this.#db = db
    bus.subscribe('economy', ({ id, updates }) => {
      for (const update of updates.marketplace?.books ?? []) this.#books.get(update.itemId)?.receive(id, update)
    })
  }

  /** The best price levels of an item. */
  async view(itemId: number): Promise<BookView> {
    const book = await this.#book(itemId)
    book.view ??= toView(book, LEVELS_MAX)
    return book.view
  }

  /** All price levels of an item. */
  async wholeBook(itemId: number): Promise<BookView> {
    return toView(await this.#book(itemId), Number.POSITIVE_INFINITY)
  }

  #book(itemId: number): Promise<CachedBook> {
    const snapshot = this.#books.get(itemId) ?? new Snapshot(() => readBook(this.#db, itemId), apply)
    // Moves it to the end, so that the least recently used is evicted first.
    this.#books.delete(itemId)
    this.#books.set(itemId, snapshot)
    for (const oldest of this.#books.keys()) {
      if (this.#books.size <= BOOKS_MAX) break
      this.#books.delete(oldest)
    }
    return snapshot.get()
  }

  /** Discards all books after messages were lost. */
  clear(): void {
    this.#books.clear()
  }
}

function apply(book: CachedBook, { levels, tradedPrice, tradedCount }: BookUpdate): void {
  for (const { side, price, count } of levels) {
    if (count === 0) book.levels[side].delete(price)
    else book.levels[side].set(price, count)
  }
  if (tradedCount > 0) book.lastPrice = tradedPrice
  book.view = undefined
}

/** Reads the levels and the id of the last message before them in one snapshot. */
async function readBook(db: Kysely<Database>, itemId: number): Promise<Loaded<CachedBook>> {
  const { rows } = await sql<{
    last_id: number
    last_price: number
    side: number | null
    price: number
    count: number
  }>`select last_id, coalesce((select price from last_trade where item_id = ${itemId}), 0) as last_price,
      side, price, count
    from (select coalesce(max(message_id), 0) as last_id from outbox) as last
    left join (
      select side, price, sum(open_count)::bigint as count from lot where item_id = ${itemId} group by side, price
    ) as level on true`.execute(db)
  const state: CachedBook = { levels: { buy: new Map(), sell: new Map() }, lastPrice: 0, view: undefined }
  for (const { side, price, count } of rows) if (side !== null) state.levels[sideOf(side)].set(price, count)
  state.lastPrice = rows[0]?.last_price ?? 0
  return { state, lastId: rows[0]?.last_id ?? 0 }
}

function toView({ levels, lastPrice }: CachedBook, levelsMax: number): BookView {
  const best = (side: Side): OrderLevel[] =>
    Array.from(levels[side], ([price, count]) => ({ price, count }))
      .toSorted((a, b) => (side === 'sell' ? a.price - b.price : b.price - a.price))
      .slice(0, levelsMax)
  return { sell: best('sell'), buy: best('buy'), lastPrice }
}
