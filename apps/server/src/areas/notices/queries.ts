import { NOTICE_PAGE_SIZE, type Notice, type PriceAlert } from '@clutch/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { directionOf, noticeKindOf, sideOf } from '../../store/codes.ts'
import { toAlertAnswer } from '../../writer/outcome.ts'
import { toAlert } from '../../writer/world-queries.ts'
import { timeOfIdMs } from '../../writer/writer-clock.ts'

const SECOND_MS = 1_000
const NIL_UUID = '00000000-0000-0000-0000-000000000000'

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

/** A player's alerts that have not gone off, newest first. */
export async function readAlerts(context: Context, userId: string): Promise<PriceAlert[]> {
  const rows = await context.store.db
    .selectFrom('price_alert')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('alert_id', 'desc')
    .execute()
  return rows.map((row) => toAlertAnswer(toAlert({ ...row })))
}

/** A page of a player's notices, newest first. `lastUuid` is where the page before it ended. */
export async function readNotices(context: Context, userId: string, lastUuid: string | undefined): Promise<Notice[]> {
  const ofUser = context.store.db
    .selectFrom('notice')
    .selectAll()
    .select(sql<boolean>`notice_id <= ${readUpTo(userId)}`.as('is_read'))
    .where('user_id', '=', userId)
    .orderBy('notice_id', 'desc')
    .limit(NOTICE_PAGE_SIZE)
  const rows = await (lastUuid === undefined ? ofUser : ofUser.where('notice_id', '<', lastUuid)).execute()
  return rows.map((row) => ({
    notice_id: row.notice_id,
    created_at: Math.floor(timeOfIdMs(row.notice_id) / SECOND_MS),
    is_read: row.is_read,
    kind: noticeKindOf(row.kind),
    item_id: row.item_id,
    side: sideOf(row.side),
    price: row.price,
    count: row.count,
    alert:
      row.alert_direction === null || row.alert_price === null
        ? null
        : { direction: directionOf(row.alert_direction), price: row.alert_price },
  }))
}

export async function countUnread(context: Context, userId: string): Promise<number> {
  const { count } = await context.store.db
    .selectFrom('notice')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('notice_id', '>', readUpTo(userId))
    .executeTakeFirstOrThrow()
  return count
}

function readUpTo(userId: string) {
  return sql<string>`coalesce((select read_up_to from notice_mark where user_id = ${userId}), ${NIL_UUID})`
}
