import type { ItemId, UserId } from '../../core/numbers.ts'
import type { Notification, NotificationId } from './notification.ts'
import type { PriceAlert } from './price-alert.ts'

declare module '../../core/event.ts' {
  interface Events {
    readonly item_watched: ItemWatched
    readonly alert_created: { readonly type: 'alert_created'; readonly alert: PriceAlert }
    readonly alert_removed: { readonly type: 'alert_removed'; readonly alert: PriceAlert }
    readonly notification_added: { readonly type: 'notification_added'; readonly notification: Notification }
    readonly notifications_read: NotificationsRead
  }
}

export interface ItemWatched {
  readonly type: 'item_watched'
  readonly userId: UserId
  readonly itemId: ItemId
  readonly isWatched: boolean
  readonly atMs: number
}

export interface NotificationsRead {
  readonly type: 'notifications_read'
  readonly userId: UserId
  readonly upTo: NotificationId
}
