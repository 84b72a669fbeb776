import type { ItemId } from '../../core/numbers.ts'

declare module '../../core/catalogue.ts' {
  interface Catalogue {
    /** What the store platform's coins are there; undefined for a game without an exchange. */
    readonly exchange: ExchangeTerms | undefined
  }
}

export const STORE_COINS = ['gold', 'silver', 'bronze'] as const
export type StoreCoinName = (typeof STORE_COINS)[number]

/** One of the platform's coins: an item definition there, and what it is worth here. */
export interface StoreCoinTerms {
  readonly itemId: ItemId
  /** Surprise coins for one. */
  readonly rate: number
  /** Definitions that the platform opens into so many of it, largest first: a request may name few definitions. */
  readonly packs: readonly { readonly itemId: ItemId; readonly size: number }[]
}

export type ExchangeTerms = Readonly<Record<StoreCoinName, StoreCoinTerms>>

/** Definitions that one request to the platform may name. */
export const GRANTS_MAX = 500

/** The definitions that together grant so many of a coin; undefined when one request cannot name them all. */
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
