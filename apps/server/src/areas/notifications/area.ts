import { KEPT_NOTIFICATIONS_MAX } from '@clutch/contract/constants'
import { NotificationKind, Side } from '@clutch/contract/live'
import type { Command, EconomyEvent, Notification, World } from '@clutch/economy'
import { sql } from 'kysely'
import type { ServerArea } from '../../area.ts'
import type { Statement } from '../../store/statement.ts'
import { firstIdAt } from '../../writer/writer-clock.ts'
import { notificationResponses } from './responses.ts'
import { alertsOfBooks, notificationAccounts } from './load.ts'
import { collectNotificationRows } from './rows.ts'
import './tables.ts'

declare module '../../bus/message.ts' {
  interface AreaUpdates {
    /** New notifications to broadcast to their players. */
    readonly notifications: readonly NotificationUpdate[]
  }
}

interface NotificationUpdate {
  readonly userId: string
  readonly notificationId: string
  readonly kind: Notification['kind']
  /** 0 for an ended queue, and for a grant of anything but items of one kind. */
  readonly itemId: number
  /** Undefined and 0 except for price alerts and filled lots. */
  readonly side: 'buy' | 'sell' | undefined
  readonly price: number
  readonly count: number
  /** 0 except for an ended queue. */
  readonly recipeId: number
  /** 0 except for a grant by customer support. */
  readonly coins: number
}

const FORGET_EVERY_MS = 10 * 60 * 1_000
const SIDES = { buy: Side.BUY, sell: Side.SELL } as const
const KINDS = {
  price_alert: NotificationKind.PRICE_ALERT,
  lot_filled: NotificationKind.LOT_FILLED,
  craft_queue_ended: NotificationKind.CRAFT_QUEUE_ENDED,
  factory_queue_ended: NotificationKind.FACTORY_QUEUE_ENDED,
  support_grant: NotificationKind.SUPPORT_GRANT,
} as const

/** Watchlists, price alerts and notifications. */
export const notificationsArea = {
  name: 'notifications',
  accounts: notificationAccounts,
  entities: { book: alertsOfBooks },
  rows: collectNotificationRows,
  responses: notificationResponses,
  rejections: {
    too_many_watched_items: ({ code, max }) => ({ code, params: { max } }),
    too_many_alerts: ({ code, max }) => ({ code, params: { max } }),
    alert_not_found: ({ code, alertId }) => ({ code, params: { alert_id: alertId } }),
  },
  followUps: triggerReached,
  updates() {
    const notifications: NotificationUpdate[] = []
    return {
      on: {
        notification_added: ({ notification }) => void notifications.push(updateOf(notification)),
      },
      take: () => (notifications.length === 0 ? {} : { notifications }),
    }
  },
  frames({ notifications = [] }, sink) {
    for (const { userId, notificationId, kind, itemId, side, price, count, recipeId, coins } of notifications) {
      const what = { itemId: BigInt(itemId), receiptId: BigInt(recipeId) }
      const amounts = { price: BigInt(price), count: BigInt(count), coins: BigInt(coins) }
      const sideCode = side === undefined ? Side.UNSPECIFIED : SIDES[side]
      const value = { notificationId, kind: KINDS[kind], side: sideCode, ...what, ...amounts }
      sink.toPlayer(userId, `notification/${notificationId}`, { case: 'notificationAdded', value })
    }
  },
  tasks: {
    forget_notifications: {
      everyMs: FORGET_EVERY_MS,
      statements: (_nowMs, sinceMs) => [deleteOldNotifications(sinceMs)],
    },
  },
  checks: [
    {
      rule: 'price_alert',
      query: sql`select format('alert %s has not triggered though item %s costs %s', alert_id, alert.item_id, best) as detail
        from price_alert as alert cross join lateral (
          select case alert.side when 0 then max(price) else min(price) end as best
          from lot where lot.item_id = alert.item_id and lot.side = alert.side
        ) as book where case direction when 0 then best >= alert.price else best <= alert.price end`,
    },
  ],
} satisfies ServerArea

function updateOf(notification: Notification): NotificationUpdate {
  const { id: notificationId, userId, kind, count } = notification
  const none = { itemId: 0, side: undefined, price: 0, recipeId: 0, coins: 0 }
  const common = { ...none, userId, notificationId, kind, count }
  if ('recipeId' in notification) return { ...common, recipeId: notification.recipeId }
  if ('coins' in notification) return { ...common, itemId: notification.itemId ?? 0, coins: notification.coins }
  const { itemId, side, price } = notification
  return { ...common, itemId, side, price }
}

/** Commands that trigger the alerts whose price was reached. A command changes at most one book. */
function triggerReached(world: World, events: readonly EconomyEvent[]): readonly Command[] {
  const changed = events.find((event) => 'lot' in event)
  if (changed === undefined) return []
  return world.notifications
    .reachedAlerts(changed.lot.itemId)
    .map(({ userId, id }) => ({ type: 'trigger_price_alert', userId, alertId: id }))
}

/**
 * Deletes all but the newest notifications of each player. Only players notified since `sinceMs` can exceed the limit.
 */
export function deleteOldNotifications(sinceMs: number): Statement {
  return {
    name: 'forget-notifications',
    text: `delete from notification using (
      select recent.user_id, (
        select notification_id from notification as kept where kept.user_id = recent.user_id
        order by notification_id desc offset ${KEPT_NOTIFICATIONS_MAX - 1} limit 1
      ) as oldest_kept
      from (select distinct user_id from notification where notification_id >= $1) as recent
    ) as bound where notification.user_id = bound.user_id and notification.notification_id < bound.oldest_kept`,
    values: [firstIdAt(sinceMs)],
  }
}
