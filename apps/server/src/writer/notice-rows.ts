import type { ItemWatched, Notification, NotificationsRead, PriceAlert } from '@clutch/economy'
import { DIRECTION_CODES, NOTICE_KIND_CODES, SIDE_CODES } from '../store/codes.ts'
import type { Statement } from '../store/writer-connection.ts'
import { NULL_CELL, overRows } from './statements.ts'

/** What a batch writes of watchlists, alerts and notices; what comes and goes inside it is never written. */
export class NoticeRows {
  readonly #watched = new Map<string, ItemWatched>()
  readonly #createdAlerts = new Map<string, PriceAlert>()
  readonly #removedAlerts = new Set<string>()
  readonly #notices: Notification[] = []
  readonly #marks = new Map<string, NotificationsRead>()

  watch(event: ItemWatched): void {
    this.#watched.set(`${event.userId}/${event.itemId}`, event)
  }

  createAlert(alert: PriceAlert): void {
    this.#createdAlerts.set(alert.id, alert)
  }

  removeAlert(alert: PriceAlert): void {
    if (!this.#createdAlerts.delete(alert.id)) this.#removedAlerts.add(alert.id)
  }

  addNotice(notice: Notification): void {
    this.#notices.push(notice)
  }

  markRead(event: NotificationsRead): void {
    const known = this.#marks.get(event.userId)
    if (known === undefined || known.upTo < event.upTo) this.#marks.set(event.userId, event)
  }

  statements(): (Statement | undefined)[] {
    const watched = [...this.#watched.values()]
    return [
      upsertWatched(watched.filter(({ isWatched }) => isWatched)),
      deleteWatched(watched.filter(({ isWatched }) => !isWatched)),
      insertAlerts([...this.#createdAlerts.values()]),
      overRows(
        'delete-alerts',
        [...this.#removedAlerts],
        [(id) => id],
        'delete from price_alert where alert_id = any($1::uuid[])',
      ),
      insertNotices(this.#notices),
      upsertMarks([...this.#marks.values()]),
    ]
  }
}

function upsertWatched(rows: readonly ItemWatched[]): Statement | undefined {
  return overRows(
    'upsert-watched-items',
    rows,
    [({ userId }) => userId, ({ itemId }) => itemId, ({ atMs }) => atMs],
    `insert into watched_item (user_id, item_id, watched_at_ms)
    select * from unnest($1::uuid[], $2::integer[], $3::bigint[])
    on conflict (user_id, item_id) do update set watched_at_ms = excluded.watched_at_ms`,
  )
}

function deleteWatched(rows: readonly ItemWatched[]): Statement | undefined {
  return overRows(
    'delete-watched-items',
    rows,
    [({ userId }) => userId, ({ itemId }) => itemId],
    `delete from watched_item using unnest($1::uuid[], $2::integer[]) as gone (user_id, item_id)
    where watched_item.user_id = gone.user_id and watched_item.item_id = gone.item_id`,
  )
}

function insertAlerts(alerts: readonly PriceAlert[]): Statement | undefined {
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

function insertNotices(notices: readonly Notification[]): Statement | undefined {
  return overRows(
    'insert-notices',
    notices,
    [
      ({ userId }) => userId,
      ({ id }) => id,
      ({ kind }) => NOTICE_KIND_CODES[kind],
      ({ itemId }) => itemId,
      ({ side }) => SIDE_CODES[side],
      ({ price }) => price,
      ({ count }) => count,
      ({ alert }) => (alert === undefined ? NULL_CELL : DIRECTION_CODES[alert.direction]),
      ({ alert }) => alert?.price ?? NULL_CELL,
    ],
    `insert into notice (user_id, notice_id, kind, item_id, side, price, count, alert_direction, alert_price)
    select * from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::integer[], $5::smallint[], $6::bigint[], $7::bigint[],
      $8::smallint[], $9::bigint[])`,
  )
}

/** A mark only moves forward. */
function upsertMarks(rows: readonly NotificationsRead[]): Statement | undefined {
  return overRows(
    'upsert-notice-marks',
    rows,
    [({ userId }) => userId, ({ upTo }) => upTo],
    `insert into notice_mark as mark (user_id, read_up_to) select * from unnest($1::uuid[], $2::uuid[])
    on conflict (user_id) do update set read_up_to = greatest(mark.read_up_to, excluded.read_up_to)`,
  )
}
