import { HOUR_MS } from '@clutch/contract/formats'
import type { Rng } from '@clutch/economy'
import type { TradedItem } from './traders.ts'

const DAY_HOURS = 24
/** Share of its distance to the reference value that a price closes per hour. */
const PULL_PER_HOUR = 0.012
const WAVE_HEIGHT = 0.12
const FINE_STEPS = 10_000

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
