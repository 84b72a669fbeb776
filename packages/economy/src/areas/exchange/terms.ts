import type { ItemId } from '../../core/numbers.ts'

declare module '../../core/catalogue.ts' {
  interface Catalogue {
    /** The platform's coins; undefined for a game without an exchange. */
    readonly exchange: ExchangeTerms | undefined
  }
}

export const STORE_COINS = ['gold', 'silver', 'bronze'] as const
export type StoreCoinName = (typeof STORE_COINS)[number]

/** One of the platform's coins: its item definition and its rate. */
export interface StoreCoinTerms {
  readonly itemId: ItemId
  /** Coins for one store coin. */
  readonly rate: number
  /**
   * Item definitions that the platform opens into `size` coins, largest first, so that a request needs few definitions.
   */
  readonly packs: readonly { readonly itemId: ItemId; readonly size: number }[]
}

export type ExchangeTerms = Readonly<Record<StoreCoinName, StoreCoinTerms>>

/** Item definitions per request to the platform. */
export const GRANTS_MAX = 500

/** Definitions that together grant `count` coins; undefined if one request cannot list them. */
export function grantsOf({ itemId, packs }: StoreCoinTerms, count: number): ItemId[] | undefined {
  const grants: ItemId[] = []
  let left = count
  for (const { itemId: grantedId, size } of [...packs, { itemId, size: 1 }]) {
    const times = Math.floor(left / size)
    if (grants.length + times > GRANTS_MAX) return undefined
    for (let time = 0; time < times; time += 1) grants.push(grantedId)
    left -= times * size
  }
  return grants
}
