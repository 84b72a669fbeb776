import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { asCoins, asQuantity, type Coins } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { isPrice } from '../marketplace/matching.ts'
import type {
  CreatePriceAlert,
  DeletePriceAlert,
  MarkNotificationsRead,
  TriggerPriceAlert,
  WatchItem,
} from './commands.ts'
import { asNotificationId } from './notification.ts'
import { asAlertId, isReached, type PriceAlert } from './price-alert.ts'

/** Items per watchlist. */
export const WATCHED_ITEMS_MAX = 500
/** Pending alerts per player. */
export const PRICE_ALERTS_MAX = 100

type Decision = Result<EconomyEvent[], Rejection>

/** Adds an item to the watchlist or removes it. Idempotent. */
export function decideWatchItem(world: World, command: WatchItem, context: DecisionContext): Decision {
  const { userId, itemId, isWatched } = command
  if (!world.catalogue.items.has(itemId)) return fail({ code: 'unknown_item', itemId })
  const { watchedItems } = world.account(userId).notifications
  if (watchedItems.has(itemId) === isWatched) return succeed([])
  if (isWatched && watchedItems.size >= WATCHED_ITEMS_MAX) {
    return fail({ code: 'too_many_watched_items', max: WATCHED_ITEMS_MAX })
  }
  return succeed([{ type: 'item_watched', userId, itemId, isWatched, atMs: context.nowMs }])
}

/** Creates an alert; it triggers immediately if its price is already reached. */
export function decideCreatePriceAlert(world: World, command: CreatePriceAlert, context: DecisionContext): Decision {
  const { userId, itemId, side, direction, price } = command
  const item = world.catalogue.items.get(itemId)
  if (item === undefined) return fail({ code: 'unknown_item', itemId })
  if (!isPrice(price)) return fail({ code: 'invalid_price', price })
  if (!item.canSell || item.opens !== undefined) return fail({ code: 'item_not_sellable', itemId })
  if (world.account(userId).notifications.alerts.size >= PRICE_ALERTS_MAX) {
    return fail({ code: 'too_many_alerts', max: PRICE_ALERTS_MAX })
  }
  const id = asAlertId(context.newId())
  const alert = { id, userId, itemId, side, direction, price: asCoins(price), createdAtMs: context.nowMs }
  const best = world.marketplace.book(itemId).bestPrice(side)
  const triggered = best !== undefined && isReached(alert, best) ? trigger(alert, best, context) : []
  return succeed([{ type: 'alert_created', alert }, ...triggered])
}

/** Deletes an alert. Alerts of other players and triggered ones read as not found. */
export function decideDeletePriceAlert(world: World, command: DeletePriceAlert): Decision {
  const alert = world.account(command.userId).notifications.alerts.get(command.alertId)
  if (alert === undefined) return fail({ code: 'alert_not_found', alertId: command.alertId })
  return succeed([{ type: 'alert_removed', alert }])
}

/** Triggers an alert whose price is reached. Triggering removes it, so it happens once. */
export function decideTriggerPriceAlert(world: World, command: TriggerPriceAlert, context: DecisionContext): Decision {
  const alert = world.account(command.userId).notifications.alerts.get(command.alertId)
  const best = alert && world.marketplace.book(alert.itemId).bestPrice(alert.side)
  if (alert === undefined || best === undefined || !isReached(alert, best)) {
    return fail({ code: 'alert_not_found', alertId: command.alertId })
  }
  return succeed(trigger(alert, best, context))
}

/** Marks notifications up to an id as read, never past the present. */
export function decideMarkNotificationsRead(
  _world: World,
  command: MarkNotificationsRead,
  context: DecisionContext,
): Decision {
  const latest = asNotificationId(context.newId())
  const upTo = command.upTo < latest ? command.upTo : latest
  return succeed([{ type: 'notifications_read', userId: command.userId, upTo }])
}

function trigger(alert: PriceAlert, best: Coins, context: DecisionContext): EconomyEvent[] {
  const { userId, itemId, side, direction, price } = alert
  const notification = {
    id: asNotificationId(context.newId()),
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
    { type: 'notification_added', notification },
  ]
}
