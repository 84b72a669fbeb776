import type { ItemId, UserId } from '../../core/numbers.ts'

declare module '../../core/catalogue.ts' {
  interface Catalogue {
    /** Undefined for a game without a wheel. */
    readonly roulette: RouletteTerms | undefined
  }
}

/** So many of an item; of coins where there is none. */
export interface Stake {
  readonly itemId: ItemId | undefined
  readonly count: number
}

export interface RoulettePrize extends Stake {
  readonly weight: number
}

/** What one spin is drawn from, besides the seed that the player has at this number. */
export interface SpinSeat {
  readonly userId: UserId
  /** The player's seeds are used one after another. */
  readonly seedIndex: number
  readonly clientSeed: string
  readonly nonce: number
}

export interface RouletteTerms {
  readonly cost: Stake
  readonly prizes: readonly RoulettePrize[]
  /** Names the table of prizes for ever. */
  readonly tableHash: string
  /** The published draw over the player's secret seed: 0 … the sum of weights − 1 (rules §10). Always the same for a seat. */
  readonly rollOf: (seat: SpinSeat, totalWeight: number) => number
}

/** Spins of one call (rules §10). */
export const SPINS_MAX = 100
export const CLIENT_SEED = /^[A-Za-z0-9_-]{1,64}$/

/** The first prize whose cumulative weight exceeds the roll (rules §10). */
export function prizeAt({ prizes }: RouletteTerms, roll: number): number {
  let cumulative = 0
  return prizes.findIndex(({ weight }) => {
    cumulative += weight
    return cumulative > roll
  })
}
