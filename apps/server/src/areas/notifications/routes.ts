import { asAlertId, asItemId, asNotificationId, asUserId, succeed } from '@clutch/economy'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { sendCommand } from '../send-command.ts'
import { countUnread, readAlerts, readNotifications, readWatchlist } from './queries.ts'

/** Watchlist, price alerts and notifications. The rules compare ids as text, so ids are lowercased first. */
export function notificationRoutes(context: Context): CallHandlers {
  return {
    'POST /watchlist/get': async ({ userId }) => succeed({ item_ids: await readWatchlist(context, userId) }),
    'POST /watchlist/set': (input) =>
      sendCommand(context, input, {
        type: 'watch_item',
        userId: asUserId(input.userId),
        itemId: asItemId(input.body.item_id),
        isWatched: input.body.is_watched,
      }),
    'POST /alerts/get': async ({ userId }) => succeed({ alerts: await readAlerts(context, userId) }),
    'POST /alerts/create': (input) =>
      sendCommand(context, input, {
        type: 'create_price_alert',
        userId: asUserId(input.userId),
        itemId: asItemId(input.body.item_id),
        side: input.body.side,
        direction: input.body.direction,
        price: input.body.price,
      }),
    'POST /alerts/delete': (input) =>
      sendCommand(context, input, {
        type: 'delete_price_alert',
        userId: asUserId(input.userId),
        alertId: asAlertId(input.body.alert_id.toLowerCase()),
      }),
    'POST /notifications/get': async ({ userId, body }) => {
      const [notifications, unread_count] = await Promise.all([
        readNotifications(context, userId, body.last_uuid || undefined),
        countUnread(context, userId),
      ])
      return succeed({ notifications, unread_count })
    },
    'POST /notifications/mark-read': async (input) => {
      const upTo = asNotificationId(input.body.up_to.toLowerCase())
      const marked = await sendCommand(context, input, {
        type: 'mark_notifications_read',
        userId: asUserId(input.userId),
        upTo,
      })
      return marked.ok ? succeed({ unread_count: await countUnread(context, input.userId) }) : marked
    },
  }
}
