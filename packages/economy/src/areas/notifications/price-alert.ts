import type { Brand, Coins, ItemId, UserId } from '../../core/numbers.ts'
import type { Side } from '../marketplace/lot.ts'

export type AlertId = Brand<string, 'AlertId'>

export const asAlertId = (value: string): AlertId => value as AlertId

/** `above` triggers at its price or more, `below` at its price or less. */
export type Direction = 'above' | 'below'

/** An alert on the best open price of one side of an item's book. */
export interface PriceAlert {
  readonly id: AlertId
  readonly userId: UserId
  readonly itemId: ItemId
  readonly side: Side
  readonly direction: Direction
  readonly price: Coins
  readonly createdAtMs: number
}

/** Whether a best price meets an alert's condition. An empty side triggers nothing. */
export function isReached(alert: PriceAlert, bestPrice: Coins | undefined): boolean {
  if (bestPrice === undefined) return false
  return alert.direction === 'above' ? bestPrice >= alert.price : bestPrice <= alert.price
}
