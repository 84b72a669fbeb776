import type { Bus } from '../../bus/bus.ts'

/** Calls back with each item that traded in a batch. */
export function followTrades(bus: Bus, onTraded: (itemId: number) => void): void {
  bus.subscribe('economy', ({ updates }) => {
    for (const { itemId, tradedCount } of updates.marketplace?.books ?? []) if (tradedCount > 0) onTraded(itemId)
  })
}
