/** The orders a load generator sends. */
export interface Load {
  readonly url: string
  /** The path; null for alternating sell and buy orders. */
  readonly path: string | null
  readonly tokens: readonly string[]
  readonly seconds: number
  /** Orders in flight. */
  readonly connections: number
  readonly items: readonly number[]
  /** Skew of the traded items: 0 for even, 1.5 for a few popular ones. */
  readonly zipf: number
  /** Rate; without it, a new order is sent for each acknowledged one. */
  readonly perSecond?: number
}

export interface LoadResult {
  readonly perSecond: number
  /** p99 from the planned send time to the acknowledgement, if a rate was given. */
  readonly p99Ms?: number
  /** Orders not acknowledged, by HTTP status or kind of error. */
  readonly failures: Readonly<Record<string, number>>
}

const PRICE_COINS = 100

/**
 * Alternating sales and purchases of the same items at the same price, so that all orders match. Every other player
 * only sells and the rest only buy, so that no order matches an own lot left by an earlier load.
 */
export class OrderSequence {
  readonly #load: Load
  readonly #cumulative: readonly number[]
  #sequence = 0
  readonly #sentBy = new Map<number, number>()

  constructor(load: Load) {
    this.#load = load
    let sum = 0
    this.#cumulative = load.items.map((_, rank) => (sum += 1 / (rank + 1) ** load.zipf))
  }

  /** The next order and its player. */
  next(): { readonly player: number; readonly path: string; readonly body: string } {
    this.#sequence += 1
    const pair = Math.floor(this.#sequence / 2)
    const isSale = this.#sequence % 2 === 0
    const player = (2 * pair + (isSale ? 0 : 1)) % this.#load.tokens.length
    return { player, ...this.#order(pair, isSale) }
  }

  /** The next order of a player, who sells what their neighbour buys. */
  nextOf(player: number): { readonly path: string; readonly body: string } {
    const sent = this.#sentBy.get(player) ?? 0
    this.#sentBy.set(player, sent + 1)
    return this.#order(sent + Math.floor(player / 2), player % 2 === 0)
  }

  #order(pair: number, isSale: boolean): { readonly path: string; readonly body: string } {
    const item_type_id = this.#load.items[this.#rank(pair)]
    return {
      path: `/marketplace/${isSale ? 'create-sell-lot' : 'create-buy-lot'}`,
      body: JSON.stringify({ item_type_id, price: PRICE_COINS, count: 1 }),
    }
  }

  /** Item by distribution, the same for both halves of a pair. */
  #rank(pair: number): number {
    if (this.#load.zipf === 0) return pair % this.#load.items.length
    const golden = 0.618_033_988_749_895
    const target = ((pair * golden) % 1) * (this.#cumulative.at(-1) ?? 1)
    const rank = this.#cumulative.findIndex((sum) => sum > target)
    return rank === -1 ? 0 : rank
  }
}
