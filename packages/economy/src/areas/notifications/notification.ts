import type { Brand, Coins, ItemId, Quantity, RecipeId, UserId } from '../../core/numbers.ts'
import type { Side } from '../marketplace/lot.ts'
import type { Direction } from './price-alert.ts'

/** A notification's uuid, version 7; but for a price alert that of the operation that it tells of. */
export type NotificationId = Brand<string, 'NotificationId'>

export const asNotificationId = (value: string): NotificationId => value as NotificationId

/** Something that happened to a player's interests; its time is in its id. */
export type Notification = MarketNotification | QueueNotification | GrantNotification

interface MarketNotification {
  readonly id: NotificationId
  readonly userId: UserId
  readonly kind: 'price_alert' | 'lot_filled'
  readonly itemId: ItemId
  readonly side: Side
  /** The price that triggered the alert, or the lot's. */
  readonly price: Coins
  /** Items of the filled lot; 0 for an alert. */
  readonly count: Quantity
  /** What an alert waited for. */
  readonly alert: { readonly direction: Direction; readonly price: Coins } | undefined
}

/** The last job of a queue ended by itself: nothing is being made any more. */
interface QueueNotification {
  readonly id: NotificationId
  readonly userId: UserId
  readonly kind: 'craft_queue_ended' | 'factory_queue_ended'
  /** The last job's recipe and units. */
  readonly recipeId: RecipeId
  readonly count: Quantity
}

/** Customer support gave the player something, also while he was away. */
interface GrantNotification {
  readonly id: NotificationId
  readonly userId: UserId
  readonly kind: 'support_grant'
  readonly coins: Coins
  /** What was given where that was items of one kind; undefined for none, and for several kinds. */
  readonly itemId: ItemId | undefined
  /** So many of that item, or so many kinds of items. */
  readonly count: Quantity
}
