import type { ItemId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import { ItemAlerts } from './item-alerts.ts'
import type { AlertId, PriceAlert } from './price-alert.ts'

declare module '../../core/world.ts' {
  interface WorldParts {
    readonly notifications: PriceAlerts
  }
  interface AccountParts {
    readonly notifications: {
      readonly watchedItems: Set<ItemId>
      /** Pending alerts. */
      readonly alerts: Map<AlertId, PriceAlert>
    }
  }
}

/** The price alerts of loaded books. Only `applyEvents` and loading change them. */
export class PriceAlerts {
  readonly #world: World
  readonly #alertsOfItem = new Map<ItemId, ItemAlerts>()

  constructor(world: World) {
    this.#world = world
  }

  /** Adds an alert to its owner's account and its book, if they are loaded. */
  addAlert(alert: PriceAlert): void {
    if (this.#world.hasAccount(alert.userId)) {
      this.#world.account(alert.userId).notifications.alerts.set(alert.id, alert)
    }
    if (!this.#world.has('book', alert.itemId)) return
    const alerts = this.#alertsOfItem.get(alert.itemId) ?? new ItemAlerts()
    alerts.add(alert)
    this.#alertsOfItem.set(alert.itemId, alerts)
  }

  removeAlert(alert: PriceAlert): void {
    if (this.#world.hasAccount(alert.userId)) {
      this.#world.account(alert.userId).notifications.alerts.delete(alert.id)
    }
    this.#alertsOfItem.get(alert.itemId)?.remove(alert.id)
  }

  /** Alerts reached by the best prices of an item's book, oldest first. */
  reachedAlerts(itemId: ItemId): PriceAlert[] {
    const alerts = this.#alertsOfItem.get(itemId)
    return alerts?.reachedBy((side) => this.#world.marketplace.book(itemId).bestPrice(side)) ?? []
  }

  /** Call when a book is evicted. */
  dropItem(itemId: ItemId): void {
    this.#alertsOfItem.delete(itemId)
  }
}
