import type { Brand, Coins, ItemId, Quantity, RecipeId, UserId } from '../../core/numbers.ts'
import type { Side } from '../marketplace/lot.ts'
import type { Direction } from './price-alert.ts'

/** A notification's version 7 UUID; except for price alerts, the id of the operation that it reports. */
export type NotificationId = Brand<string, 'NotificationId'>

export const asNotificationId = (value: string): NotificationId => value as NotificationId

/** An event a player is notified of; its id carries the time. */
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
  /** The alert's condition. */
  readonly alert: { readonly direction: Direction; readonly price: Coins } | undefined
}

/** The last job of a queue ended: nothing is being made any more. */
interface QueueNotification {
  readonly id: NotificationId
  readonly userId: UserId
  readonly kind: 'craft_queue_ended' | 'factory_queue_ended'
  /** The last job's recipe and units. */
  readonly recipeId: RecipeId
  readonly count: Quantity
}

/** Customer support granted the player something. */
interface GrantNotification {
  readonly id: NotificationId
  readonly userId: UserId
  readonly kind: 'support_grant'
  readonly coins: Coins
  /** The item, if items of exactly one type were granted. */
  readonly itemId: ItemId | undefined
  /** The amount of that item, or the number of item types. */
  readonly count: Quantity
}
