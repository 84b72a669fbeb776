import { NOTIFICATION_PAGE_SIZE, type Notification, type PriceAlert } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import { sql } from 'kysely'
import { NIL as NIL_UUID } from 'uuid'
import type { Context } from '../../context.ts'
import { timeOfIdMs } from '../../writer/writer-clock.ts'
import { sideOf } from '../marketplace/codes.ts'
import { toAlertResponse } from './responses.ts'
import { directionOf, notificationKindOf } from './codes.ts'
import { toAlert } from './load.ts'

/** The items that a player watches, newest first. */
export async function readWatchlist(context: Context, userId: string): Promise<number[]> {
  const rows = await context.store.db
    .selectFrom('watched_item')
    .select('item_id')
    .where('user_id', '=', userId)
    .orderBy('watched_at_ms', 'desc')
    .orderBy('item_id')
    .execute()
  return rows.map((row) => row.item_id)
}

/** A player's pending alerts, newest first. */
export async function readAlerts(context: Context, userId: string): Promise<PriceAlert[]> {
  const rows = await context.store.db
    .selectFrom('price_alert')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('alert_id', 'desc')
    .execute()
  return rows.map((row) => toAlertResponse(toAlert({ ...row })))
}

/** A page of a player's notifications, newest first. `lastUuid` is the last id of the previous page. */
export async function readNotifications(
  context: Context,
  userId: string,
  lastUuid: string | undefined,
): Promise<Notification[]> {
  const ofUser = context.store.db
    .selectFrom('notification')
    .selectAll()
    .select(sql<boolean>`notification_id <= ${readUpTo(userId)}`.as('is_read'))
    .where('user_id', '=', userId)
    .orderBy('notification_id', 'desc')
    .limit(NOTIFICATION_PAGE_SIZE)
  const rows = await (lastUuid === undefined ? ofUser : ofUser.where('notification_id', '<', lastUuid)).execute()
  return rows.map((row) => ({
    notification_id: row.notification_id,
    created_at: toSeconds(timeOfIdMs(row.notification_id)),
    is_read: row.is_read,
    kind: notificationKindOf(row.kind),
    item_id: row.item_id,
    side: row.side === null ? null : sideOf(row.side),
    price: row.price,
    count: row.count,
    coins: row.coins,
    recipe_id: row.recipe_id,
    alert:
      row.alert_direction === null || row.alert_price === null
        ? null
        : { direction: directionOf(row.alert_direction), price: row.alert_price },
  }))
}

export async function countUnread(context: Context, userId: string): Promise<number> {
  const { count } = await context.store.db
    .selectFrom('notification')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('notification_id', '>', readUpTo(userId))
    .executeTakeFirstOrThrow()
  return count
}

function readUpTo(userId: string) {
  return sql<string>`coalesce((select read_up_to from notification_mark where user_id = ${userId}), ${NIL_UUID})`
}
