import type { Brand, Coins, ItemId, Quantity, UserId } from '../../core/numbers.ts'

export type LotId = Brand<string, 'LotId'>

export const asLotId = (value: string): LotId => value as LotId

export type Side = 'buy' | 'sell'

export function oppositeOf(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy'
}

/** The denomination in which the owner entered the price, for display only (rules §2). */
export interface PreferredPrice {
  readonly currency: 'coin' | 'bronze' | 'silver' | 'gold'
  readonly price: number
}

/** An open order. */
export interface Lot {
  readonly id: LotId
  readonly ownerId: UserId
  readonly itemId: ItemId
  readonly side: Side
  /** Coins per item. */
  readonly price: Coins
  /** Items at placement. */
  readonly count: Quantity
  /** Items still open. */
  readonly openCount: Quantity
  readonly preferred: PreferredPrice
  readonly createdAtMs: number
}
