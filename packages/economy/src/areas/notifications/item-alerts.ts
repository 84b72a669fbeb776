import type { Coins } from '../../core/numbers.ts'
import type { Side } from '../marketplace/lot.ts'
import { isReached, type AlertId, type Direction, type PriceAlert } from './price-alert.ts'

interface Group {
  readonly side: Side
  readonly direction: Direction
  readonly alerts: Map<AlertId, PriceAlert>
  /** The price that is reached first; undefined without alerts. */
  nearest: Coins | undefined
}

/**
 * The alerts of one item. Consulted on every change of a best price, so it first checks only the nearest alert of each
 * side and direction.
 */
export class ItemAlerts {
  readonly #groups: readonly Group[] = (['buy', 'sell'] as const).flatMap((side) =>
    (['above', 'below'] as const).map((direction) => ({ side, direction, alerts: new Map(), nearest: undefined })),
  )

  add(alert: PriceAlert): void {
    for (const group of this.#groups) {
      if (group.side !== alert.side || group.direction !== alert.direction) continue
      group.alerts.set(alert.id, alert)
      group.nearest = nearestOf(group.direction, group.alerts.values())
    }
  }

  remove(id: AlertId): void {
    for (const group of this.#groups) {
      if (group.alerts.delete(id)) group.nearest = nearestOf(group.direction, group.alerts.values())
    }
  }

  /** Alerts reached by the best prices, oldest first. */
  reachedBy(bestPrice: (side: Side) => Coins | undefined): PriceAlert[] {
    const reached: PriceAlert[] = []
    for (const { side, direction, alerts, nearest } of this.#groups) {
      if (nearest === undefined) continue
      const best = bestPrice(side)
      if (best === undefined || (direction === 'above' ? best < nearest : best > nearest)) continue
      for (const alert of alerts.values()) if (isReached(alert, best)) reached.push(alert)
    }
    return reached.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }
}

function nearestOf(direction: Direction, alerts: Iterable<PriceAlert>): Coins | undefined {
  let nearest: Coins | undefined
  for (const { price } of alerts) {
    if (nearest === undefined || (direction === 'above' ? price < nearest : price > nearest)) nearest = price
  }
  return nearest
}
