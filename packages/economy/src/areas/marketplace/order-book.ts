import { asQuantity, type Coins, type ItemId, type Quantity } from '../../core/numbers.ts'
import { oppositeOf, type Lot, type LotId, type Side } from './lot.ts'

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

/** Empty levels are removed once there are more than this and they are the majority. */
const EMPTY_LEVELS_KEPT_MAX = 64

/**
 * The price levels of one side, best last, so that the best is O(1) and most changes are near the end of the array,
 * where they are cheap. A level emptied by a cancel stays until it becomes the best or empty levels prevail, which
 * makes a cancel O(1) amortised.
 */
class BookSide {
  readonly side: Side
  #levels: PriceLevel[] = []
  readonly #byPrice = new Map<Coins, PriceLevel>()
  #emptyLevels = 0

  constructor(side: Side) {
    this.side = side
  }

  best(): PriceLevel | undefined {
    return this.#levels.at(-1)
  }

  /** The level at a rank, counted from the best at 0; levels in between may be empty. */
  levelOfRank(rank: number): PriceLevel | undefined {
    return this.#levels[this.#levels.length - 1 - rank]
  }

  /** The level at a price, created if missing. */
  levelAt(price: Coins): PriceLevel {
    const existing = this.#byPrice.get(price)
    if (existing !== undefined) {
      if (existing.oldest === undefined) this.#emptyLevels -= 1
      return existing
    }
    const level = createLevel(price)
    this.#byPrice.set(price, level)
    const position = this.#positionOf(price)
    if (position === this.#levels.length) this.#levels.push(level)
    else this.#levels.splice(position, 0, level)
    return level
  }

  /** Open items at a price; 0 without a level. */
  openCountAt(price: Coins): number {
    return this.#byPrice.get(price)?.openCount ?? 0
  }

  /** Call after the last lot of a level was removed. */
  levelEmptied(): void {
    this.#emptyLevels += 1
    this.#dropEmptyBest()
    if (this.#emptyLevels > EMPTY_LEVELS_KEPT_MAX && this.#emptyLevels * 2 > this.#levels.length) this.#sweep()
  }

  /** Levels that hold lots, best first. */
  *levels(): Generator<PriceLevel> {
    for (let index = this.#levels.length - 1; index >= 0; index -= 1) {
      const level = this.#levels[index]
      if (level?.oldest !== undefined) yield level
    }
  }

  /** Whether an order of the opposite side with this limit matches a level of this side. */
  crosses(levelPrice: Coins, limit: Coins): boolean {
    return this.side === 'sell' ? levelPrice <= limit : levelPrice >= limit
  }

  #positionOf(price: Coins): number {
    let low = 0
    let high = this.#levels.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const level = this.#levels[middle]
      if (level !== undefined && this.#isWorse(level.price, price)) low = middle + 1
      else high = middle
    }
    return low
  }

  #isWorse(price: Coins, than: Coins): boolean {
    return this.side === 'sell' ? price > than : price < than
  }

  #dropEmptyBest(): void {
    let best = this.#levels.at(-1)
    while (best !== undefined && best.oldest === undefined) {
      this.#levels.pop()
      this.#byPrice.delete(best.price)
      this.#emptyLevels -= 1
      best = this.#levels.at(-1)
    }
  }

  #sweep(): void {
    this.#levels = this.#levels.filter((level) => {
      const keep = level.oldest !== undefined
      if (!keep) this.#byPrice.delete(level.price)
      return keep
    })
    this.#emptyLevels = 0
  }
}

/** A resting lot in its level's queue. Mutable, but only by the book. */
export interface RestingLot extends Lot {
  openCount: Quantity
  level: PriceLevel
  before: RestingLot | undefined
  after: RestingLot | undefined
}

/** All resting lots of one side at one price, oldest first. */
interface PriceLevel {
  readonly price: Coins
  oldest: RestingLot | undefined
  newest: RestingLot | undefined
  openCount: number
}

function createLevel(price: Coins): PriceLevel {
  return { price, oldest: undefined, newest: undefined, openCount: 0 }
}

function appendLot(level: PriceLevel, lot: Lot): RestingLot {
  const resting: RestingLot = {
    id: lot.id,
    ownerId: lot.ownerId,
    itemId: lot.itemId,
    side: lot.side,
    price: lot.price,
    count: lot.count,
    openCount: lot.openCount,
    preferred: lot.preferred,
    createdAtMs: lot.createdAtMs,
    level,
    before: level.newest,
    after: undefined,
  }
  if (level.newest === undefined) level.oldest = resting
  else level.newest.after = resting
  level.newest = resting
  level.openCount += lot.openCount
  return resting
}

/** A resting lot as plain data with another open count, without its links into the book. */
export function toLot(lot: Lot, openCount: Quantity): Lot {
  const { id, ownerId, itemId, side, price, count, preferred, createdAtMs } = lot
  return { id, ownerId, itemId, side, price, count, openCount, preferred, createdAtMs }
}

/** Removes a lot from anywhere in its queue. */
function unlinkLot(resting: RestingLot): void {
  const { level, before, after } = resting
  if (before === undefined) level.oldest = after
  else before.after = after
  if (after === undefined) level.newest = before
  else after.before = before
  level.openCount -= resting.openCount
}

export type RestingLots = Map<LotId, RestingLot>
