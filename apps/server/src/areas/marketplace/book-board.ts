import type { OrderLevel } from '@clutch/contract'
import type { Side } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { EconomyMessage } from '../../bus/message.ts'
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

interface KeptBook {
  readonly levels: Readonly<Record<Side, Map<number, number>>>
  lastPrice: number
  view: BookView | undefined
}

/** A change received while a book was being read. */
interface Arrived {
  readonly messageId: number
  readonly update: BookUpdate
}

interface Reading {
  readonly arrived: Arrived[]
  readonly book: Promise<KeptBook>
}

/** Recently viewed order books in memory, updated by messages of the bus, so that a popular item is read once. */
export class BookBoard {
  readonly #db: Kysely<Database>
  readonly #books = new Map<number, KeptBook>()
  readonly #readings = new Map<number, Reading>()

  constructor(db: Kysely<Database>, bus: Bus) {
    this.#db = db
    bus.subscribe('economy', (message) => this.#follow(message))
  }

  async view(itemId: number): Promise<BookView> {
    const book = this.#books.get(itemId) ?? (await this.#read(itemId))
    // Moves it to the end, so that the least recently used is evicted first.
    if (this.#books.delete(itemId)) this.#books.set(itemId, book)
    book.view ??= toView(book)
    return book.view
  }

  /** Discards all books after messages were lost. */
  clear(): void {
    this.#books.clear()
    this.#readings.clear()
  }

  #read(itemId: number): Promise<KeptBook> {
    const known = this.#readings.get(itemId)
    if (known !== undefined) return known.book
    const arrived: Arrived[] = []
    const book = readBook(this.#db, itemId).then(({ book: read, lastId }) => {
      // The board was cleared meanwhile: messages may be missing, so the result is not cached.
      if (this.#readings.get(itemId)?.arrived !== arrived) return read
      for (const { messageId, update } of arrived) if (messageId > lastId) apply(read, update)
      this.#books.set(itemId, read)
      for (const oldest of this.#books.keys()) {
        if (this.#books.size <= BOOKS_MAX) break
        this.#books.delete(oldest)
      }
      return read
    })
    const reading = { arrived, book }
    this.#readings.set(itemId, reading)
    const forget = (): void => {
      if (this.#readings.get(itemId) === reading) this.#readings.delete(itemId)
    }
    book.then(forget, forget)
    return book
  }

  #follow({ id, updates }: EconomyMessage): void {
    for (const update of updates.marketplace?.books ?? []) {
      this.#readings.get(update.itemId)?.arrived.push({ messageId: id, update })
      const book = this.#books.get(update.itemId)
      if (book !== undefined) apply(book, update)
    }
  }
}

function apply(book: KeptBook, { levels, tradedPrice, tradedCount }: BookUpdate): void {
  for (const { side, price, count } of levels) {
    if (count === 0) book.levels[side].delete(price)
    else book.levels[side].set(price, count)
  }
  if (tradedCount > 0) book.lastPrice = tradedPrice
  book.view = undefined
}

/** Reads the levels and the id of the last message before them in one snapshot. */
async function readBook(db: Kysely<Database>, itemId: number): Promise<{ book: KeptBook; lastId: number }> {
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
  const book: KeptBook = { levels: { buy: new Map(), sell: new Map() }, lastPrice: 0, view: undefined }
  for (const { side, price, count } of rows) if (side !== null) book.levels[sideOf(side)].set(price, count)
  book.lastPrice = rows[0]?.last_price ?? 0
  return { book, lastId: rows[0]?.last_id ?? 0 }
}

function toView({ levels, lastPrice }: KeptBook): BookView {
  const best = (side: Side): OrderLevel[] =>
    Array.from(levels[side], ([price, count]) => ({ price, count }))
      .toSorted((a, b) => (side === 'sell' ? a.price - b.price : b.price - a.price))
      .slice(0, LEVELS_MAX)
  return { sell: best('sell'), buy: best('buy'), lastPrice }
}
