import type { Coins, ItemId } from '../../core/numbers.ts'

declare module '../../core/catalogue.ts' {
  interface Catalogue {
    /** Every rentable item; empty for a game without halls. */
    readonly rent: ReadonlyMap<ItemId, RentableItem>
  }
}

/** The two halls of the game (rules §7). */
export const HALLS = ['heroes', 'relics'] as const
export type Hall = (typeof HALLS)[number]

/** What units of one item earn together and at most. */
export interface RentTerms {
  /** Coins a day that all rented units of the item share. */
  readonly poolPerDay: Coins
  /** The most that one unit earns, in coins a day. */
  readonly salaryMax: Coins
}

export interface RentShopItem {
  readonly itemId: ItemId
  readonly price: Coins
}

export interface RentableItem extends RentTerms {
  readonly hall: Hall
  readonly shop: readonly RentShopItem[]
}

/** Coins a day that each of so many units earns: min(c, P/N). What the first would earn, while there is none. */
export function salaryPerUnit({ poolPerDay, salaryMax }: RentTerms, units: number): number {
  return Math.min(salaryMax, poolPerDay / Math.max(1, units))
}
