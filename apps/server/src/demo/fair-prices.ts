import { HOUR_MS } from '@clutch/contract/formats'
import type { Rng } from '@clutch/economy'
import { usualSupply } from './finds.ts'
import type { FairOf } from './recipe-book.ts'
import type { TradedItem, Trader } from './traders.ts'

const DAY_HOURS = 24
/** Share of its distance to the reference value that a price closes per hour. */
const PULL_PER_HOUR = 0.012
const WAVE_HEIGHT = 0.12
const FINE_STEPS = 10_000
/** Doubling the supply divides the price by 2 to this power; halving it multiplies the price by the same factor. */
const PRICE_ELASTICITY = 0.2
const GLUT_FACTOR_MIN = 0.6
const SCARCITY_FACTOR_MAX = 1.6

interface DriftingPrice {
  readonly referenceCoins: number
  readonly volatilityPerHour: number
  /** Period and phase of the item's slow demand wave. */
  readonly waveHours: number
  readonly wavePhase: number
  logRatio: number
}

/** Traders' estimates of fair prices: a mean-reverting random walk around a slowly oscillating reference value. */
export class FairPrices {
  readonly #prices = new Map<number, DriftingPrice>()
  readonly #rng: Rng
  #hour: number | undefined

  constructor(items: readonly TradedItem[], rng: Rng) {
    this.#rng = rng
    for (const { item, referenceCoins, volatility } of items) {
      this.#prices.set(item.id, {
        referenceCoins,
        volatilityPerHour: volatility / Math.sqrt(DAY_HOURS),
        waveHours: DAY_HOURS * (12 + rng.below(40)),
        wavePhase: (rng.below(FINE_STEPS) / FINE_STEPS) * 2 * Math.PI,
        logRatio: 0,
      })
    }
  }

  /** Advances the prices by whole hours. */
  moveTo(atMs: number): void {
    const hour = Math.floor(atMs / HOUR_MS)
    this.#hour ??= hour
    for (; this.#hour < hour; this.#hour += 1) for (const price of this.#prices.values()) this.#drift(price, this.#hour)
  }

  /** Price of one in coins; 1 for unknown items. */
  of(itemId: number): number {
    const price = this.#prices.get(itemId)
    return price === undefined ? 1 : price.referenceCoins * Math.exp(price.logRatio)
  }

  #drift(price: DriftingPrice, hour: number): void {
    const target = WAVE_HEIGHT * Math.sin((2 * Math.PI * hour) / price.waveHours + price.wavePhase)
    price.logRatio += PULL_PER_HOUR * (target - price.logRatio) + price.volatilityPerHour * this.#noise()
  }

  /** Approximately standard normal: a scaled sum of three uniform draws. */
  #noise(): number {
    let sum = 0
    for (let draw = 0; draw < 3; draw += 1) sum += this.#rng.below(FINE_STEPS) / FINE_STEPS - 0.5
    return sum * 2
  }
}

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
