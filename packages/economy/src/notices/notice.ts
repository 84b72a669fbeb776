import type { Side } from '../market/lot.ts'
import type { AlertId, Coins, ItemId, NoticeId, Quantity, UserId } from '../numbers.ts'

/** `above` goes off at its price or more, `below` at its price or less. */
export type Direction = 'above' | 'below'

/** A player waits for the best open price of one side of an item's book. */
export interface PriceAlert {
  readonly id: AlertId
  readonly userId: UserId
  readonly itemId: ItemId
  readonly side: Side
  readonly direction: Direction
  readonly price: Coins
  readonly createdAtMs: number
}

/** Something that happened to a player's interests; its time is in its id. */
export interface Notice {
  readonly id: NoticeId
  readonly userId: UserId
  readonly kind: 'price_alert' | 'lot_filled'
  readonly itemId: ItemId
  readonly side: Side
  /** The price that set the alert off, or the lot's. */
  readonly price: Coins
  /** Items of the filled lot; 0 for an alert. */
  readonly count: Quantity
  /** What an alert waited for. */
  readonly alert: { readonly direction: Direction; readonly price: Coins } | undefined
}

/** Whether a best price is what an alert waits for. An empty side has no price and sets nothing off. */
export function isReached(alert: PriceAlert, bestPrice: Coins | undefined): boolean {
  if (bestPrice === undefined) return false
  return alert.direction === 'above' ? bestPrice >= alert.price : bestPrice <= alert.price
}
