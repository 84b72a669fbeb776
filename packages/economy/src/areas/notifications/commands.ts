import type { CommandBase } from '../../core/command.ts'
import type { ItemId } from '../../core/numbers.ts'
import type { Side } from '../marketplace/lot.ts'
import type { NotificationId } from './notification.ts'
import type { AlertId, Direction } from './price-alert.ts'

declare module '../../core/command.ts' {
  interface Commands {
    readonly watch_item: WatchItem
    readonly create_price_alert: CreatePriceAlert
    readonly delete_price_alert: DeletePriceAlert
    readonly trigger_price_alert: TriggerPriceAlert
    readonly mark_notifications_read: MarkNotificationsRead
  }
}
declare module '../../core/rejection.ts' {
  interface Rejections {
    readonly too_many_watched_items: { readonly code: 'too_many_watched_items'; readonly max: number }
    readonly too_many_alerts: { readonly code: 'too_many_alerts'; readonly max: number }
    readonly alert_not_found: { readonly code: 'alert_not_found'; readonly alertId: AlertId }
  }
}

/** Adds an item to a watchlist or removes it. */
export interface WatchItem extends CommandBase<'watch_item'> {
  readonly itemId: ItemId
  readonly isWatched: boolean
}

export interface CreatePriceAlert extends CommandBase<'create_price_alert'> {
  readonly itemId: ItemId
  /** The side whose best price is watched. */
  readonly side: Side
  readonly direction: Direction
  readonly price: number
}

export interface DeletePriceAlert extends CommandBase<'delete_price_alert'> {
  readonly alertId: AlertId
}

/** A follow-up of the command that moved a best price to the alert's price. */
export interface TriggerPriceAlert extends CommandBase<'trigger_price_alert'> {
  readonly alertId: AlertId
}

export interface MarkNotificationsRead extends CommandBase<'mark_notifications_read'> {
  readonly upTo: NotificationId
}
