import type { ItemId, UserId } from '../../core/numbers.ts'

declare module '../../core/catalogue.ts' {
  interface Catalogue {
    /** Undefined for a game without a wheel. */
    readonly roulette: RouletteTerms | undefined
  }
}

/** An amount of an item, or of coins without one. */
export interface Stake {
  readonly itemId: ItemId | undefined
  readonly count: number
}

export interface RoulettePrize extends Stake {
  readonly weight: number
}

/** The inputs of a spin's draw, in addition to the secret seed at this index. */
export interface SpinSeat {
  readonly userId: UserId
  /** Index of the player's server seed. */
  readonly seedIndex: number
  readonly clientSeed: string
  readonly nonce: number
}

export interface RouletteTerms {
  readonly cost: Stake
  readonly prizes: readonly RoulettePrize[]
  /** Permanent id of the prize table. */
  readonly tableHash: string
  /**
   * The published draw with the player's secret seed: 0 … the sum of weights − 1 (rules §10). Deterministic per seat.
   */
  readonly rollOf: (seat: SpinSeat, totalWeight: number) => number
}

/** Spins per call (rules §10). */
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
