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

/** What all units of one item earn, and the cap per unit. */
export interface RentTerms {
  /** Coins per day shared by all rented units. */
  readonly poolPerDay: Coins
  /** The most one unit earns, in coins per day. */
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

/** Coins per day of each unit: min(c, P/N). Without units, what the first would earn. */
export function salaryPerUnit({ poolPerDay, salaryMax }: RentTerms, units: number): number {
  return Math.min(salaryMax, poolPerDay / Math.max(1, units))
}
