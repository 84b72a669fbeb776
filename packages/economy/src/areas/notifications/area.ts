import type { Area } from '../../core/area.ts'
import type { ItemId } from '../../core/numbers.ts'
import {
  decideCreatePriceAlert,
  decideDeletePriceAlert,
  decideMarkNotificationsRead,
  decideTriggerPriceAlert,
  decideWatchItem,
} from './decide-alerts.ts'
import type { AlertId, PriceAlert } from './price-alert.ts'
import { PriceAlerts } from './price-alerts.ts'
import type { CommandNeeds } from '../../core/needs.ts'
import type { World } from '../../core/world.ts'
import type { CreatePriceAlert, DeletePriceAlert, TriggerPriceAlert } from './commands.ts'

/** Watchlists, price alerts and notifications. */
export const notifications = {
  name: 'notifications',
  commands: {
    watch_item: { decide: decideWatchItem, touchesStock: false },
    create_price_alert: { decide: decideCreatePriceAlert, needs: needsOfCreateAlert, touchesStock: false },
    delete_price_alert: { decide: decideDeletePriceAlert, needs: needsOfAlert, touchesStock: false },
    trigger_price_alert: { decide: decideTriggerPriceAlert, needs: needsOfAlert, touchesStock: false },
    mark_notifications_read: { decide: decideMarkNotificationsRead, touchesStock: false },
  },
  apply: {
    item_watched: (world, { userId, itemId, isWatched }) => {
      const { watchedItems } = world.account(userId).notifications
      if (isWatched) watchedItems.add(itemId)
      else watchedItems.delete(itemId)
    },
    alert_created: (world, { alert }) => world.notifications.addAlert(alert),
    alert_removed: (world, { alert }) => world.notifications.removeAlert(alert),
    // Stored, but not part of the world in memory.
    notification_added: () => undefined,
    notifications_read: () => undefined,
  },
  createAccountParts: () => ({
    notifications: { watchedItems: new Set<ItemId>(), alerts: new Map<AlertId, PriceAlert>() },
  }),
  createWorldParts: (world) => ({ notifications: new PriceAlerts(world) }),
  entities: { book: { drop: (world, itemId) => world.notifications.dropItem(itemId) } },
} as const satisfies Area

function needsOfCreateAlert(world: World, { userId, itemId }: CreatePriceAlert): CommandNeeds {
  return { users: [userId], entities: world.catalogue.items.has(itemId) ? [{ kind: 'book', id: itemId }] : [] }
}

/** The owner, and once loaded the book of the alert. */
function needsOfAlert(world: World, { userId, alertId }: DeletePriceAlert | TriggerPriceAlert): CommandNeeds {
  const alert = world.hasAccount(userId) ? world.account(userId).notifications.alerts.get(alertId) : undefined
  return { users: [userId], entities: alert === undefined ? [] : [{ kind: 'book', id: alert.itemId }] }
}
