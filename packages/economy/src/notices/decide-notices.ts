import type {
  CreatePriceAlert,
  DecisionContext,
  DeletePriceAlert,
  FirePriceAlert,
  MarkNoticesRead,
  WatchItem,
} from '../command.ts'
import type { EconomyEvent } from '../event.ts'
import { isPrice } from '../market/order.ts'
import { asAlertId, asCoins, asNoticeId, asQuantity, type Coins } from '../numbers.ts'
import type { Rejection } from '../rejection.ts'
import { fail, succeed, type Result } from '../result.ts'
import type { World } from '../world.ts'
import { isReached, type PriceAlert } from './notice.ts'

/** Items on one player's watchlist, at most. */
export const WATCHED_ITEMS_MAX = 500
/** Alerts of one player that have not gone off, at most. */
export const PRICE_ALERTS_MAX = 100

type Decision = Result<EconomyEvent[], Rejection>

/** Puts an item on the watchlist or takes it off; what is so already stays as it is. */
export function decideWatchItem(world: World, command: WatchItem, context: DecisionContext): Decision {
  const { userId, itemId, isWatched } = command
  if (!world.catalogue.items.has(itemId)) return fail({ code: 'unknown_item', itemId })
  const { watchedItems } = world.account(userId)
  if (watchedItems.has(itemId) === isWatched) return succeed([])
  if (isWatched && watchedItems.size >= WATCHED_ITEMS_MAX) {
    return fail({ code: 'too_many_watched_items', max: WATCHED_ITEMS_MAX })
  }
  return succeed([{ type: 'item_watched', userId, itemId, isWatched, atMs: context.nowMs }])
}

/** Waits for a price; one that is already there goes off at once. */
export function decideCreatePriceAlert(world: World, command: CreatePriceAlert, context: DecisionContext): Decision {
  const { userId, itemId, side, direction, price } = command
  const item = world.catalogue.items.get(itemId)
  if (item === undefined) return fail({ code: 'unknown_item', itemId })
  if (!isPrice(price)) return fail({ code: 'invalid_price', price })
  if (!item.canSell || item.opens !== undefined) return fail({ code: 'item_not_sellable', itemId })
  if (world.account(userId).alerts.size >= PRICE_ALERTS_MAX) {
    return fail({ code: 'too_many_alerts', max: PRICE_ALERTS_MAX })
  }
  const id = asAlertId(context.newId())
  const alert = { id, userId, itemId, side, direction, price: asCoins(price), createdAtMs: context.nowMs }
  const best = world.book(itemId).bestPrice(side)
  const fired = best !== undefined && isReached(alert, best) ? goOff(alert, best, context) : []
  return succeed([{ type: 'alert_created', alert }, ...fired])
}

/** Takes back an alert. A stranger's reads as not found, and so does one that has gone off. */
export function decideDeletePriceAlert(world: World, command: DeletePriceAlert): Decision {
  const alert = world.account(command.userId).alerts.get(command.alertId)
  if (alert === undefined) return fail({ code: 'alert_not_found', alertId: command.alertId })
  return succeed([{ type: 'alert_removed', alert }])
}

/** Lets an alert go off whose price is there: once, because going off removes it. */
export function decideFirePriceAlert(world: World, command: FirePriceAlert, context: DecisionContext): Decision {
  const alert = world.account(command.userId).alerts.get(command.alertId)
  const best = alert && world.book(alert.itemId).bestPrice(alert.side)
  if (alert === undefined || best === undefined || !isReached(alert, best)) {
    return fail({ code: 'alert_not_found', alertId: command.alertId })
  }
  return succeed(goOff(alert, best, context))
}

/** Marks notices up to one as read: those of the past, whatever id is named. */
export function decideMarkNoticesRead(command: MarkNoticesRead, context: DecisionContext): Decision {
  const latest = asNoticeId(context.newId())
  const upTo = command.upTo < latest ? command.upTo : latest
  return succeed([{ type: 'notices_read', userId: command.userId, upTo }])
}

function goOff(alert: PriceAlert, best: Coins, context: DecisionContext): EconomyEvent[] {
  const { userId, itemId, side, direction, price } = alert
  const notice = {
    id: asNoticeId(context.newId()),
    userId,
    kind: 'price_alert',
    itemId,
    side,
    price: best,
    count: asQuantity(0),
    alert: { direction, price },
  } as const
  return [
    { type: 'alert_removed', alert },
    { type: 'notice_added', notice },
  ]
}
