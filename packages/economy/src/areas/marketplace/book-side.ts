import type { Coins } from '../../core/numbers.ts'
import type { Side } from './lot.ts'
import { createLevel, type PriceLevel } from './price-level.ts'

/** Empty levels are removed once there are more than this and they are the majority. */
const EMPTY_LEVELS_KEPT_MAX = 64

/**
 * The price levels of one side, best last, so that the best is O(1) and most changes are near the end of the array,
 * where they are cheap. A level emptied by a cancel stays until it becomes the best or empty levels prevail, which
 * makes a cancel O(1) amortised.
 */
export class BookSide {
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
