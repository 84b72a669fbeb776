import type { Bus } from '../../bus/bus.ts'

/** The items that traded since the last refresh of a board. */
export class TradedItems {
  #items = new Set<number>()

  constructor(bus: Bus) {
    bus.subscribe('economy', ({ updates }) => {
      for (const { itemId, tradedCount } of updates.marketplace?.books ?? [])
        if (tradedCount > 0) this.#items.add(itemId)
    })
  }

  get isEmpty(): boolean {
    return this.#items.size === 0
  }

  /** Passes the items to a refresh. If it fails, the next one gets them too. */
  async refresh(read: (items: readonly number[]) => Promise<void>): Promise<void> {
    const items = this.#items
    this.#items = new Set()
    try {
      await read([...items])
    } catch (error) {
      for (const itemId of items) this.#items.add(itemId)
      throw error
    }
  }
}
