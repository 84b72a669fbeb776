import { randomUUID } from 'node:crypto'
import { KEPT_NOTIFICATIONS_MAX, NOTIFICATION_PAGE_SIZE, PRICE_ALERTS_MAX, WATCHED_ITEMS_MAX } from '@clutch/contract'
import { NotificationKind, Side } from '@clutch/contract/live'
import * as economy from '@clutch/economy'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deleteOldNotifications } from '../../src/areas/notifications/area.ts'
import { firstIdAt } from '../../src/writer/writer-clock.ts'
import { LiveClient } from '../support/live-client.ts'
import { BOUND_ITEM_ID, FIRST_ITEM_ID } from '../support/make-pack.ts'
import { order, serveMarket } from '../support/market-server.ts'
import type { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'

const OFFER = 'POST /marketplace/create-sell-lot'
const BID = 'POST /marketplace/create-buy-lot'
const BUY = 'POST /marketplace/buy-lot'
const CANCEL = 'POST /marketplace/cancel-lot'
const CHANGE = 'POST /marketplace/change-lot-price'
const WATCH = 'POST /watchlist/set'
const WATCHED = 'POST /watchlist/get'
const CREATE = 'POST /alerts/create'
const DELETE = 'POST /alerts/delete'
const ALERTS = 'POST /alerts/get'
const NOTIFICATIONS = 'POST /notifications/get'
const READ = 'POST /notifications/mark-read'

it('notifications have the bounds of the contract', () => {
  expect([economy.WATCHED_ITEMS_MAX, economy.PRICE_ALERTS_MAX]).toEqual([WATCHED_ITEMS_MAX, PRICE_ALERTS_MAX])
})

function below(item_id: number, price: number) {
  return { item_id, side: 'sell', direction: 'below', price } as const
}

describe.each(STORE_KINDS)('on %s', (kind) => {
  const { server, db, restart, sameAt, newItem, newPlayer } = serveMarket(kind, { maxOpenLots: 100_000 })
  const notificationsOf = async (player: Player) => (await player.call(NOTIFICATIONS)).notifications

  describe('the watchlist', () => {
    it('holds each item once, newest first, for its owner only, also after a restart', async () => {
      const [first, second] = [newItem(), newItem()]
      const [anna, boris] = [await newPlayer(), await newPlayer()]
      expect(await anna.call(WATCHED)).toEqual({ item_ids: [] })
      for (const item_id of [first, second, first]) {
        expect(await anna.call(WATCH, { item_id, is_watched: true })).toEqual({ item_id, is_watched: true })
      }
      await anna.call(WATCH, { item_id: BOUND_ITEM_ID, is_watched: true })
      await anna.call(WATCH, { item_id: BOUND_ITEM_ID, is_watched: false })
      await restart()
      expect(await sameAt(anna).call(WATCHED)).toEqual({ item_ids: [second, first] })
      expect(await sameAt(boris).call(WATCHED)).toEqual({ item_ids: [] })
      await sameAt(anna).call(WATCH, { item_id: second, is_watched: false })
      expect(await sameAt(anna).call(WATCHED)).toEqual({ item_ids: [first] })
    })

    it('is full at its limit', async () => {
      const anna = await newPlayer()
      await sql`insert into watched_item (user_id, item_id, watched_at_ms)
        select ${anna.userId}, id, 0 from generate_series(1, ${WATCHED_ITEMS_MAX}) as id`.execute(db())
      await restart()
      const refusal = await sameAt(anna).refused('too_many_watched_items', WATCH, {
        item_id: FIRST_ITEM_ID,
        is_watched: true,
      })
      expect(refusal.params).toEqual({ max: WATCHED_ITEMS_MAX })
    })

    it('is changed once under one key', async () => {
      const anna = await newPlayer()
      const body = { item_id: newItem(), is_watched: true }
      const key = { 'idempotency-key': randomUUID() }
      const first = await anna.call(WATCH, body, key)
      await anna.call(WATCH, { ...body, is_watched: false })
      expect(await anna.call(WATCH, body, key)).toEqual(first)
      expect(await anna.call(WATCHED)).toEqual({ item_ids: [] })
    })
  })

  describe('a price alert', () => {
    it('waits, is listed, and triggers once with a notification when the price is reached', async () => {
      const itemId = newItem()
      const anna = await newPlayer()
      const boris = await newPlayer(0, { [itemId]: 10 })
      const { alert } = await anna.call(CREATE, below(itemId, 50))
      expect(await anna.call(ALERTS)).toEqual({ alerts: [alert] })
      await boris.call(OFFER, order(itemId, 51, 1))
      expect(await notificationsOf(anna)).toEqual([])
      await boris.call(OFFER, order(itemId, 48, 1))
      await boris.call(OFFER, order(itemId, 47, 1))
      expect(await anna.call(ALERTS)).toEqual({ alerts: [] })
      expect(await notificationsOf(anna)).toMatchObject([
        {
          kind: 'price_alert',
          item_id: itemId,
          side: 'sell',
          price: 48,
          count: 0,
          is_read: false,
          alert: { direction: 'below', price: 50 },
        },
      ])
      expect(await notificationsOf(boris)).toEqual([])
    })

    it('covers either side in either direction, for trades, cancellations and price changes alike', async () => {
      const itemId = newItem()
      const anna = await newPlayer()
      const boris = await newPlayer(1_000, { [itemId]: 10 })
      const chiyo = await newPlayer(1_000)
      for (const side of ['buy', 'sell'] as const) {
        await anna.call(CREATE, { item_id: itemId, side, direction: 'above', price: 30 })
        await anna.call(CREATE, { item_id: itemId, side, direction: 'below', price: 10 })
      }
      await boris.call(OFFER, order(itemId, 20, 1))
      const dear = await boris.call(OFFER, order(itemId, 30, 1))
      expect(await notificationsOf(anna)).toEqual([])
      await chiyo.call(BUY, order(itemId, 20, 1))
      expect(await notificationsOf(anna)).toMatchObject([{ side: 'sell', price: 30, alert: { direction: 'above' } }])
      await boris.call(CHANGE, { lot_uuid: dear.lot?.lot_uuid ?? '', price: 9 })
      expect((await notificationsOf(anna))[0]).toMatchObject({ side: 'sell', price: 9, alert: { direction: 'below' } })
      await chiyo.call(BUY, order(itemId, 9, 1))
      const high = await chiyo.call(BID, order(itemId, 29, 1))
      await chiyo.call(BID, order(itemId, 10, 1))
      await chiyo.call(CANCEL, { lot_uuid: high.lot?.lot_uuid ?? '' })
      expect((await notificationsOf(anna))[0]).toMatchObject({ side: 'buy', price: 10, alert: { direction: 'below' } })
      await chiyo.call(BID, order(itemId, 35, 1))
      expect((await notificationsOf(anna))[0]).toMatchObject({ side: 'buy', price: 35, alert: { direction: 'above' } })
    })

    it('triggers at once when its price is already reached', async () => {
      const itemId = newItem()
      const anna = await newPlayer()
      await (await newPlayer(0, { [itemId]: 1 })).call(OFFER, order(itemId, 40, 1))
      expect(await anna.call(CREATE, below(itemId, 40))).toMatchObject({ alert: { price: 40 } })
      expect(await anna.call(ALERTS)).toEqual({ alerts: [] })
      expect(await notificationsOf(anna)).toMatchObject([{ price: 40 }])
    })

    it('triggers without viewers and across a restart, and only once', async () => {
      const itemId = newItem()
      const anna = await newPlayer()
      const boris = await newPlayer(0, { [itemId]: 10 })
      await anna.call(CREATE, below(itemId, 50))
      await restart()
      await sameAt(boris).call(OFFER, order(itemId, 40, 1))
      await restart()
      await sameAt(boris).call(OFFER, order(itemId, 39, 1))
      expect(await notificationsOf(sameAt(anna))).toMatchObject([{ price: 40 }])
    })

    it('is created once under one key, and returns the same again after it has triggered', async () => {
      const itemId = newItem()
      const anna = await newPlayer()
      const key = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all([1, 2].map(() => anna.call(CREATE, below(itemId, 50), key)))
      expect(answers[1]).toEqual(answers[0])
      await (await newPlayer(0, { [itemId]: 1 })).call(OFFER, order(itemId, 50, 1))
      expect(await anna.call(CREATE, below(itemId, 50), key)).toEqual(answers[0])
      expect(await notificationsOf(anna)).toHaveLength(1)
      await anna.refused('idempotency_conflict', CREATE, below(itemId, 51), key)
    })

    it('either triggers or is cancelled when both happen at once', async () => {
      const anna = await newPlayer()
      const items = Array.from({ length: 8 }, newItem)
      const boris = await newPlayer(0, Object.fromEntries(items.map((itemId) => [itemId, 1])))
      const outcomes = await Promise.all(
        items.map(async (itemId) => {
          const { alert } = await anna.call(CREATE, below(itemId, 50))
          const [, taken] = await Promise.all([
            boris.call(OFFER, order(itemId, 50, 1)),
            anna.send(DELETE, { alert_id: alert.alert_id }),
          ])
          return [itemId, taken.status === 200] as const
        }),
      )
      const gone = new Set((await notificationsOf(anna)).map((notification) => notification.item_id))
      expect(await anna.call(ALERTS)).toEqual({ alerts: [] })
      for (const [itemId, isTaken] of outcomes) expect([itemId, gone.has(itemId)]).toEqual([itemId, !isTaken])
    })

    it('triggers once for each of many players while many move the price', async () => {
      const itemId = newItem()
      const waiting = await Promise.all(Array.from({ length: 6 }, () => newPlayer()))
      await Promise.all(waiting.flatMap((player) => [60, 55].map((price) => player.call(CREATE, below(itemId, price)))))
      const sellers = await Promise.all(Array.from({ length: 5 }, () => newPlayer(0, { [itemId]: 4 })))
      await Promise.all(
        sellers.flatMap((seller, index) =>
          [70, 58, 54, 20].map((price) => seller.send(OFFER, order(itemId, price + index, 1))),
        ),
      )
      for (const player of waiting) {
        const alerts = (await notificationsOf(player)).map(({ alert }) => alert?.price)
        expect(alerts.toSorted((a = 0, b = 0) => a - b)).toEqual([55, 60])
      }
    })

    it('is rejected beyond the limit', async () => {
      const itemId = newItem()
      const anna = await newPlayer()
      await Promise.all(Array.from({ length: PRICE_ALERTS_MAX }, () => anna.call(CREATE, below(itemId, 5))))
      const refusal = await anna.refused('too_many_alerts', CREATE, below(itemId, 5))
      expect(refusal.params).toEqual({ max: PRICE_ALERTS_MAX })
      const { alerts } = await anna.call(ALERTS)
      expect(alerts).toHaveLength(PRICE_ALERTS_MAX)
      await anna.call(DELETE, { alert_id: (alerts[0]?.alert_id ?? '').toUpperCase() })
      await anna.refused('alert_not_found', DELETE, { alert_id: alerts[0]?.alert_id ?? '' })
      await anna.call(CREATE, below(itemId, 5))
    })
  })

  describe('a notification', () => {
    it('reports to the owner of a lot that it was filled completely, and no partial fill', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 5 })
      const boris = await newPlayer()
      const live = await LiveClient.open(anna)
      await anna.call(OFFER, order(itemId, 10, 5))
      await boris.call(BUY, order(itemId, 10, 3))
      expect(await notificationsOf(anna)).toEqual([])
      await boris.call(BUY, order(itemId, 10, 2))
      const [notification] = await notificationsOf(anna)
      const lot = { kind: 'lot_filled', item_id: itemId, side: 'sell', price: 10, count: 5, alert: null }
      expect(notification).toMatchObject(lot)
      const event = await live.waitFor(({ type }) => type === 'notificationAdded')
      expect(event.payload.value).toMatchObject({
        notificationId: notification?.notification_id,
        kind: NotificationKind.LOT_FILLED,
        itemId: BigInt(itemId),
        side: Side.SELL,
        price: 10n,
        count: 5n,
      })
      expect(await notificationsOf(boris)).toEqual([])
      await live.close()
    })

    it('of an alert reaches its owner live', async () => {
      const itemId = newItem()
      const anna = await newPlayer()
      const live = await LiveClient.open(anna)
      await anna.call(CREATE, below(itemId, 10))
      await (await newPlayer(0, { [itemId]: 1 })).call(OFFER, order(itemId, 9, 1))
      const event = await live.waitFor(({ type }) => type === 'notificationAdded')
      expect(event.payload.value).toMatchObject({ kind: NotificationKind.PRICE_ALERT, price: 9n, count: 0n })
      await live.close()
    })

    async function addNotifications(player: Player, count: number, fromMs: number): Promise<string[]> {
      const ids = Array.from({ length: count }, (_, index) => firstIdAt(fromMs + index))
      await sql`insert into notification (user_id, notification_id, kind, item_id, side, price, count)
        select ${player.userId}, id, 1, ${FIRST_ITEM_ID}, 0, 1, 1 from unnest(${ids}::uuid[]) as id`.execute(db())
      return ids.toReversed()
    }

    it('is marked read together with all before it, by pages, and never unread again', async () => {
      const anna = await newPlayer()
      const ids = await addNotifications(anna, NOTIFICATION_PAGE_SIZE + 10, 1_700_000_000_000)
      const first = await anna.call(NOTIFICATIONS)
      const second = await anna.call(NOTIFICATIONS, { last_uuid: first.notifications.at(-1)?.notification_id })
      expect([...first.notifications, ...second.notifications].map(({ notification_id }) => notification_id)).toEqual(
        ids,
      )
      expect(first.unread_count).toBe(NOTIFICATION_PAGE_SIZE + 10)
      expect(await anna.call(READ, { up_to: (ids[5] ?? '').toUpperCase() })).toEqual({ unread_count: 5 })
      expect(await anna.call(READ, { up_to: ids[9] ?? '' })).toEqual({ unread_count: 5 })
      const { notifications } = await anna.call(NOTIFICATIONS)
      expect(notifications.map(({ is_read }) => is_read).indexOf(true)).toBe(5)
    })

    it('of the future stays unread', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 1 })
      await anna.call(READ, { up_to: 'ffffffff-ffff-ffff-ffff-ffffffffffff' })
      await anna.call(OFFER, order(itemId, 10, 1))
      await (await newPlayer()).call(BUY, order(itemId, 10, 1))
      expect(await anna.call(NOTIFICATIONS)).toMatchObject({ unread_count: 1, notifications: [{ is_read: false }] })
    })

    it('is deleted once a thousand newer ones exist, and only then', async () => {
      const [anna, boris] = [await newPlayer(), await newPlayer()]
      const ids = await addNotifications(anna, KEPT_NOTIFICATIONS_MAX + 7, 1_700_000_000_000)
      await addNotifications(boris, KEPT_NOTIFICATIONS_MAX, 1_700_000_000_000)
      const { text, values } = deleteOldNotifications(1_700_000_000_500)
      const query = sql.raw(text.replace('$1', `'${String(values[0])}'`))
      await query.execute(db())
      const kept = await db()
        .selectFrom('notification')
        .select('notification_id')
        .where('user_id', '=', anna.userId)
        .execute()
      expect(
        kept
          .map((row) => row.notification_id)
          .toSorted()
          .toReversed(),
      ).toEqual(ids.slice(0, KEPT_NOTIFICATIONS_MAX))
      expect(await boris.call(NOTIFICATIONS)).toMatchObject({ unread_count: KEPT_NOTIFICATIONS_MAX })
      expect(server().logged()).not.toContain('batch commit failed')
    })
  })
})
