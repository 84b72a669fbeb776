import { asQuantity, type Coins, type ItemId, type Quantity } from '../../core/numbers.ts'
import { BookSide } from './book-side.ts'
import { oppositeOf, type Lot, type LotId, type Side } from './lot.ts'
import { appendLot, unlinkLot, type PriceLevel, type RestingLot, type RestingLots } from './price-level.ts'

/** One price level as players see it. */
export interface DepthLevel {
  readonly price: Coins
  readonly count: number
}

/** The resting lots of one item: price levels in order, first in first out inside a level (rules §2). */
export class OrderBook {
  readonly itemId: ItemId
  readonly #buy = new BookSide('buy')
  readonly #sell = new BookSide('sell')
  readonly #lots: RestingLots = new Map()

  constructor(itemId: ItemId) {
    this.itemId = itemId
  }

  get size(): number {
    return this.#lots.size
  }

  lot(id: LotId): RestingLot | undefined {
    return this.#lots.get(id)
  }

  lots(): IterableIterator<RestingLot> {
    return this.#lots.values()
  }

  bestPrice(side: Side): Coins | undefined {
    return this.#side(side).best()?.price
  }

  /** Open items at one price of a side. */
  openCountAt(side: Side, price: Coins): number {
    return this.#side(side).openCountAt(price)
  }

  /** Price levels of a side, best first. */
  depth(side: Side): DepthLevel[] {
    return Array.from(this.#side(side).levels(), ({ price, openCount }) => ({ price, count: openCount }))
  }

  /** The best price levels of a side, at most `max`. */
  bestLevels(side: Side, max: number): DepthLevel[] {
    const levels: DepthLevel[] = []
    for (const { price, openCount } of this.#side(side).levels()) {
      if (levels.length >= max) break
      levels.push({ price, count: openCount })
    }
    return levels
  }

  /** Rests a lot behind all others of its price. */
  add(lot: Lot): void {
    this.#lots.set(lot.id, appendLot(this.#side(lot.side).levelAt(lot.price), lot))
  }

  /** Removes a lot, if present. */
  remove(id: LotId): void {
    const resting = this.#lots.get(id)
    if (resting === undefined) return
    this.#lots.delete(id)
    unlinkLot(resting)
    this.#forgetEmptied(resting.side, resting.level)
  }

  /** Removes filled items from a lot; an empty lot leaves the book. */
  fill(id: LotId, count: Quantity): void {
    const resting = this.#lots.get(id)
    if (resting === undefined) return
    if (count >= resting.openCount) {
      this.remove(id)
      return
    }
    resting.openCount = asQuantity(resting.openCount - count)
    resting.level.openCount -= count
  }

  /**
   * Visits the lots that an order of `side` with this price limit could match, best price and oldest first, until the
   * visitor returns false.
   */
  visitCrossing(side: Side, limit: Coins, visit: (lot: RestingLot) => boolean): void {
    const opposite = this.#side(oppositeOf(side))
    for (let rank = 0; ; rank += 1) {
      const level = opposite.levelOfRank(rank)
      if (level === undefined || !opposite.crosses(level.price, limit)) return
      for (let lot = level.oldest; lot !== undefined; lot = lot.after) {
        if (!visit(lot)) return
      }
    }
  }

  /** Whether an order of `side` with this price limit matches anything. */
  isCrossed(side: Side, limit: Coins): boolean {
    const opposite = this.#side(oppositeOf(side))
    const best = opposite.best()
    return best !== undefined && opposite.crosses(best.price, limit)
  }

  #side(side: Side): BookSide {
    return side === 'buy' ? this.#buy : this.#sell
  }

  #forgetEmptied(side: Side, level: PriceLevel): void {
    if (level.oldest === undefined) this.#side(side).levelEmptied()
  }
}
