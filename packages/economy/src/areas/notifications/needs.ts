import type { CommandNeeds } from '../../core/needs.ts'
import type { World } from '../../core/world.ts'
import type { CreatePriceAlert, DeletePriceAlert, TriggerPriceAlert } from './commands.ts'

export function needsOfCreateAlert(world: World, { userId, itemId }: CreatePriceAlert): CommandNeeds {
  return { users: [userId], entities: world.catalogue.items.has(itemId) ? [{ kind: 'book', id: itemId }] : [] }
}

/** The owner, and once loaded the book of the alert. */
export function needsOfAlert(world: World, { userId, alertId }: DeletePriceAlert | TriggerPriceAlert): CommandNeeds {
  const alert = world.hasAccount(userId) ? world.account(userId).notifications.alerts.get(alertId) : undefined
  return { users: [userId], entities: alert === undefined ? [] : [{ kind: 'book', id: alert.itemId }] }
}
