import type { ItemWatched, Notification, NotificationsRead, PriceAlert } from '@clutch/economy'
import { NULL_CELL, overRows, type MaybeStatement } from '../../store/statement.ts'
import type { AreaRows } from '../../writer/area.ts'
import { SIDE_CODES } from '../marketplace/codes.ts'
import { DIRECTION_CODES, NOTIFICATION_KIND_CODES } from './codes.ts'

/**
 * Rows of watchlists, alerts and notifications that a batch writes; changes undone within the batch are not written.
 */
export function collectNotificationRows(): AreaRows {
  const watchedItems = new Map<string, ItemWatched>()
  const createdAlerts = new Map<string, PriceAlert>()
  const removedAlerts = new Set<string>()
  const notifications: Notification[] = []
  const marks = new Map<string, NotificationsRead>()
  return {
    on: {
      item_watched: (event) => void watchedItems.set(`${event.userId}/${event.itemId}`, event),
      alert_created: ({ alert }) => void createdAlerts.set(alert.id, alert),
      alert_removed({ alert }) {
        if (!createdAlerts.delete(alert.id)) removedAlerts.add(alert.id)
      },
      notification_added: ({ notification }) => void notifications.push(notification),
      notifications_read(event) {
        const known = marks.get(event.userId)
        if (known === undefined || known.upTo < event.upTo) marks.set(event.userId, event)
      },
    },
    statements() {
      const watched = [...watchedItems.values()]
      return [
        upsertWatched(watched.filter(({ isWatched }) => isWatched)),
        deleteWatched(watched.filter(({ isWatched }) => !isWatched)),
        insertAlerts([...createdAlerts.values()]),
        overRows(
          'delete-alerts',
          [...removedAlerts],
          [(id) => id],
          'delete from price_alert where alert_id = any($1::uuid[])',
        ),
        insertNotifications(notifications),
        upsertMarks([...marks.values()]),
      ]
    },
  }
}

function upsertWatched(rows: readonly ItemWatched[]): MaybeStatement {
  return overRows(
    'upsert-watched-items',
    rows,
    [({ userId }) => userId, ({ itemId }) => itemId, ({ atMs }) => atMs],
    `insert into watched_item (user_id, item_id, watched_at_ms)
    select * from unnest($1::uuid[], $2::integer[], $3::bigint[])
    on conflict (user_id, item_id) do update set watched_at_ms = excluded.watched_at_ms`,
  )
}

function deleteWatched(rows: readonly ItemWatched[]): MaybeStatement {
  return overRows(
    'delete-watched-items',
    rows,
    [({ userId }) => userId, ({ itemId }) => itemId],
    `delete from watched_item using unnest($1::uuid[], $2::integer[]) as gone (user_id, item_id)
    where watched_item.user_id = gone.user_id and watched_item.item_id = gone.item_id`,
  )
}

function insertAlerts(alerts: readonly PriceAlert[]): MaybeStatement {
  return overRows(
    'insert-alerts',
    alerts,
    [
      ({ id }) => id,
      ({ userId }) => userId,
      ({ itemId }) => itemId,
      ({ side }) => SIDE_CODES[side],
      ({ direction }) => DIRECTION_CODES[direction],
      ({ price }) => price,
      ({ createdAtMs }) => createdAtMs,
    ],
    `insert into price_alert (alert_id, user_id, item_id, side, direction, price, created_at_ms)
    select * from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::smallint[], $5::smallint[], $6::bigint[], $7::bigint[])`,
  )
}

function insertNotifications(notifications: readonly Notification[]): MaybeStatement {
  return overRows(
    'insert-notifications',
    notifications,
    [
      ({ userId }) => userId,
      ({ id }) => id,
      ({ kind }) => NOTIFICATION_KIND_CODES[kind],
      (one) => ('itemId' in one ? (one.itemId ?? NULL_CELL) : NULL_CELL),
      (one) => ('side' in one ? SIDE_CODES[one.side] : NULL_CELL),
      (one) => ('price' in one ? one.price : 0),
      ({ count }) => count,
      (one) => ('recipeId' in one ? one.recipeId : NULL_CELL),
      (one) => ('alert' in one && one.alert !== undefined ? DIRECTION_CODES[one.alert.direction] : NULL_CELL),
      (one) => ('alert' in one && one.alert !== undefined ? one.alert.price : NULL_CELL),
      (one) => ('coins' in one ? one.coins : 0),
    ],
    `insert into notification (user_id, notification_id, kind, item_id, side, price, count, recipe_id, alert_direction,
      alert_price, coins)
    select * from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::integer[], $5::smallint[], $6::bigint[], $7::bigint[],
      $8::integer[], $9::smallint[], $10::bigint[], $11::bigint[])`,
  )
}

/** Read marks only move forward. */
function upsertMarks(rows: readonly NotificationsRead[]): MaybeStatement {
  return overRows(
    'upsert-notification-marks',
    rows,
    [({ userId }) => userId, ({ upTo }) => upTo],
    `insert into notification_mark as mark (user_id, read_up_to) select * from unnest($1::uuid[], $2::uuid[])
    on conflict (user_id) do update set read_up_to = greatest(mark.read_up_to, excluded.read_up_to)`,
  )
}
