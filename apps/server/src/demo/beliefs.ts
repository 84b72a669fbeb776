import type { Rng } from '@clutch/economy'
import { FairPrices } from './fair-prices.ts'
import { usualSupply } from './finds.ts'
import type { FairOf } from './recipe-book.ts'
import type { TradedItem, Trader } from './traders.ts'

/** Doubling the supply divides the price by 2 to this power; halving it multiplies the price by the same factor. */
const PRICE_ELASTICITY = 0.2
const GLUT_FACTOR_MIN = 0.6
const SCARCITY_FACTOR_MAX = 1.6

/** Traders' estimates of item values: drifting fair prices, adjusted for the supply. */
export class Beliefs {
  readonly #drift: FairPrices
  readonly #usualSupply: ReadonlyMap<number, number>
  readonly #references: ReadonlyMap<number, number>
  readonly #supplyOf: (itemId: number) => number

  /** @param supplyOf units of an item in the world */
  constructor(
    items: readonly TradedItem[],
    traders: readonly Trader[],
    rng: Rng,
    supplyOf: (itemId: number) => number,
  ) {
    this.#drift = new FairPrices(items, rng)
    this.#usualSupply = usualSupply(items, traders)
    this.#references = new Map(items.map(({ item, referenceCoins }) => [item.id, referenceCoins]))
    this.#supplyOf = supplyOf
  }

  moveTo(atMs: number): void {
    this.#drift.moveTo(atMs)
  }

  /** Estimated price of one in coins; 1 for unknown items. */
  readonly fairOf: FairOf = (itemId) => {
    const usual = this.#usualSupply.get(itemId)
    if (usual === undefined) return this.#drift.of(itemId)
    const pressure = (usual / Math.max(1, this.#supplyOf(itemId))) ** PRICE_ELASTICITY
    return this.#drift.of(itemId) * Math.min(SCARCITY_FACTOR_MAX, Math.max(GLUT_FACTOR_MIN, pressure))
  }

  /** Reference price of one in coins. */
  readonly usualOf: FairOf = (itemId) => this.#references.get(itemId) ?? 1
}
