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

/** Puts an item on a watchlist or takes it off. */
export interface WatchItem extends CommandBase<'watch_item'> {
  readonly itemId: ItemId
  readonly isWatched: boolean
}

export interface CreatePriceAlert extends CommandBase<'create_price_alert'> {
  readonly itemId: ItemId
  /** Whose best price it watches. */
  readonly side: Side
  readonly direction: Direction
  readonly price: number
}

export interface DeletePriceAlert extends CommandBase<'delete_price_alert'> {
  readonly alertId: AlertId
}

/** Nobody asks for it: it follows the command that moved a best price to where the alert waits. */
export interface TriggerPriceAlert extends CommandBase<'trigger_price_alert'> {
  readonly alertId: AlertId
}

export interface MarkNotificationsRead extends CommandBase<'mark_notifications_read'> {
  readonly upTo: NotificationId
}
