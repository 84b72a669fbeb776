import type { Rng } from '@clutch/economy'
import { FairPrices } from './fair-prices.ts'
import { usualSupply } from './finds.ts'
import type { FairOf } from './recipe-book.ts'
import type { TradedItem, Trader } from './traders.ts'

/** A supply that is twice the usual makes a thing cheaper by 2 to this power, and one of half the usual dearer. */
const PRICE_ELASTICITY = 0.2
const GLUT_FACTOR_MIN = 0.6
const SCARCITY_FACTOR_MAX = 1.6

/** What the traders believe things are worth: opinions that drift, and what they hear of how much there is. */
export class Beliefs {
  readonly #drift: FairPrices
  readonly #usualSupply: ReadonlyMap<number, number>
  readonly #references: ReadonlyMap<number, number>
  readonly #supplyOf: (itemId: number) => number

  /** @param supplyOf how many of an item there are in the world. */
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

  /** Coins for one; 1 for an item nobody has an opinion of. */
  readonly fairOf: FairOf = (itemId) => {
    const usual = this.#usualSupply.get(itemId)
    if (usual === undefined) return this.#drift.of(itemId)
    const pressure = (usual / Math.max(1, this.#supplyOf(itemId))) ** PRICE_ELASTICITY
    return this.#drift.of(itemId) * Math.min(SCARCITY_FACTOR_MAX, Math.max(GLUT_FACTOR_MIN, pressure))
  }

  /** Coins that one usually costs. */
  readonly usualOf: FairOf = (itemId) => this.#references.get(itemId) ?? 1
}
