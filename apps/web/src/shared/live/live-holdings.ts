import type { LiveEvent } from '@clutch/contract/live'
import { Side, toSafeNumber } from '@clutch/contract/live/values'
import { browserClock, type Clock } from '../timing/clock.ts'
import { KeyedValues } from './keyed-values.ts'

/** Best open prices of an item, and the player's own; 0 if there is none. */
export interface ItemPrices {
  readonly sell: number
  readonly buy: number
  readonly mySell: number
  readonly myBuy: number
}

export const NO_PRICES: ItemPrices = { sell: 0, buy: 0, mySell: 0, myBuy: 0 }

interface Seen {
  readonly timestampMs: number
  readonly sequence: number
}

interface PriceSnapshot {
  readonly buy_lots: readonly SnapshotEntry[]
  readonly sell_lots: readonly SnapshotEntry[]
}

interface SnapshotEntry {
  readonly item_type_id: number
  readonly price: number
  readonly my_price: number
}

interface OwnLot {
  readonly item_type_id: number
  readonly type: 'buy' | 'sell'
  readonly price: number
}

/** Items, coins and prices: snapshots of the API, updated by live events. */
export class Holdings {
  readonly inventory: KeyedValues<number>
  readonly prices: KeyedValues<ItemPrices>
  /** Per entity: the newest event seen, and its number in our own count of events. */
  readonly #seen = new Map<string, Seen>()
  readonly #coinListeners = new Set<() => void>()
  #coins: number | undefined
  #sequence = 0

  constructor(clock: Clock = browserClock) {
    this.inventory = new KeyedValues(clock)
    this.prices = new KeyedValues(clock)
  }

  get coins(): number | undefined {
    return this.#coins
  }

  /** Number of events applied: a logical clock, read before a snapshot is requested. */
  get sequence(): number {
    return this.#sequence
  }

  subscribeCoins(listener: () => void): () => void {
    this.#coinListeners.add(listener)
    return () => this.#coinListeners.delete(listener)
  }

  /** Applies a batch; an event older than the last one of the same entity changes nothing. */
  applyBatch(batch: readonly LiveEvent[]): void {
    for (const { payload, timestampMs } of batch) {
      const key = entityKey(payload)
      if (key === undefined || timestampMs < (this.#seen.get(key)?.timestampMs ?? 0)) continue
      this.#sequence += 1
      this.#seen.set(key, { timestampMs, sequence: this.#sequence })
      this.#apply(payload)
    }
    this.#publish()
  }

  #apply(payload: LiveEvent['payload']): void {
    if (payload.case === 'eggCoinsUpdated') this.#setCoins(toSafeNumber(payload.value))
    else if (payload.case === 'inventoryItemUpdated') {
      this.#setCount(toSafeNumber(payload.value.itemId), toSafeNumber(payload.value.count))
    } else if (payload.case === 'priceChanged') {
      const side = payload.value.side === Side.BUY ? 'buy' : 'sell'
      this.#setPrices(toSafeNumber(payload.value.itemId), { [side]: toSafeNumber(payload.value.price) })
    }
  }

  /**
   * Applies a snapshot, except where an event changed something after the snapshot was requested: the response may be
   * older.
   * @param askedAt the sequence when the snapshot was requested
   */
  applyInventorySnapshot(
    entries: readonly { readonly TypeId: number; readonly Count: number }[],
    askedAt: number,
  ): void {
    const counts = new Map(entries.filter(({ Count }) => Count > 0).map(({ TypeId, Count }) => [TypeId, Count]))
    for (const itemId of new Set([...counts.keys(), ...this.#itemsSeenAfter(askedAt)])) {
      if (!this.#isNewer(inventoryKey(itemId), askedAt)) continue
      const count = this.inventory.get(itemId)
      if (count === undefined) counts.delete(itemId)
      else counts.set(itemId, count)
    }
    this.inventory.replace(counts)
    this.#publish()
  }

  /**
   * Optimistically removes items that were just used up. An increase or decrease by 0 or less is a no-op, and no count
   * goes below 0 (document 1 §5); the server's event then decides.
   */
  spendItems(used: readonly { readonly itemId: number; readonly count: number }[]): void {
    for (const { itemId, count } of used) {
      if (count > 0) this.#setCount(itemId, (this.inventory.get(itemId) ?? 0) - count)
    }
    this.#publish()
  }

  /** Applies a price list like any snapshot. */
  applyPriceSnapshot(snapshot: PriceSnapshot, askedAt: number): void {
    const prices = new Map<number, ItemPrices>()
    for (const { item_type_id, price, my_price } of snapshot.buy_lots) {
      prices.set(item_type_id, { ...NO_PRICES, buy: price, myBuy: my_price })
    }
    for (const { item_type_id, price, my_price } of snapshot.sell_lots) {
      prices.set(item_type_id, { ...(prices.get(item_type_id) ?? NO_PRICES), sell: price, mySell: my_price })
    }
    for (const [itemId, { buy, sell }] of this.prices.entries()) {
      const known = prices.get(itemId) ?? NO_PRICES
      const live = {
        ...known,
        ...(this.#isNewer(priceKey(itemId, 'buy'), askedAt) && { buy }),
        ...(this.#isNewer(priceKey(itemId, 'sell'), askedAt) && { sell }),
      }
      if (live.buy !== known.buy || live.sell !== known.sell) prices.set(itemId, live)
    }
    this.prices.replace(new Map(Array.from(prices, ([itemId, entry]) => [itemId, this.#reuseIfEqual(itemId, entry)])))
    this.#publish()
  }

  /** Sets the player's open lots, and own best prices from them. */
  applyOwnLots(lots: readonly OwnLot[]): void {
    const own = new Map<number, Pick<ItemPrices, 'mySell' | 'myBuy'>>()
    for (const { item_type_id, type, price } of lots) {
      const { mySell, myBuy } = own.get(item_type_id) ?? NO_PRICES
      own.set(
        item_type_id,
        type === 'buy'
          ? { mySell, myBuy: Math.max(myBuy, price) }
          : { mySell: mySell === 0 ? price : Math.min(mySell, price), myBuy },
      )
    }
    for (const [itemId, entry] of this.prices.entries()) {
      if ((entry.myBuy !== 0 || entry.mySell !== 0) && !own.has(itemId)) own.set(itemId, { mySell: 0, myBuy: 0 })
    }
    for (const [itemId, prices] of own) this.#setPrices(itemId, prices)
    this.#publish()
  }

  /** Sets the balance of a profile, like any snapshot. */
  setCoins(coins: number, askedAt: number): void {
    if (!this.#isNewer(COINS_KEY, askedAt)) this.#setCoins(coins)
  }

  /** Clears everything, so that the next player does not see the last one's data. */
  clear(): void {
    this.#seen.clear()
    this.inventory.replace(new Map())
    this.prices.replace(new Map())
    this.#setCoins(undefined)
    this.#publish()
  }

  #setCoins(coins: number | undefined): void {
    if (coins === this.#coins) return
    this.#coins = coins
    for (const listener of this.#coinListeners) listener()
  }

  #setCount(itemId: number, count: number): void {
    this.inventory.set(itemId, count > 0 ? count : undefined)
  }

  #setPrices(itemId: number, changed: Partial<ItemPrices>): void {
    const before = this.prices.get(itemId) ?? NO_PRICES
    this.prices.set(itemId, this.#reuseIfEqual(itemId, { ...before, ...changed }))
  }

  /** Returns the known object if it is equal, so that subscribers do not re-render. */
  #reuseIfEqual(itemId: number, next: ItemPrices): ItemPrices {
    const { sell, buy, mySell, myBuy } = next
    const known = this.prices.get(itemId)
    const isSame = known?.sell === sell && known.buy === buy && known.mySell === mySell && known.myBuy === myBuy
    return isSame ? known : next
  }

  *#itemsSeenAfter(askedAt: number): Iterable<number> {
    for (const [key, { sequence }] of this.#seen) {
      if (sequence > askedAt && key.startsWith(INVENTORY_PREFIX)) yield Number(key.slice(INVENTORY_PREFIX.length))
    }
  }

  #isNewer(key: string, askedAt: number): boolean {
    return (this.#seen.get(key)?.sequence ?? 0) > askedAt
  }

  #publish(): void {
    this.inventory.publish()
    this.prices.publish()
  }
}

/** The entity whose state an event carries; undefined for other events. */
function entityKey(payload: LiveEvent['payload']): string | undefined {
  if (payload.case === 'eggCoinsUpdated') return COINS_KEY
  if (payload.case === 'inventoryItemUpdated') return inventoryKey(toSafeNumber(payload.value.itemId))
  if (payload.case !== 'priceChanged') return undefined
  return priceKey(toSafeNumber(payload.value.itemId), payload.value.side === Side.BUY ? 'buy' : 'sell')
}

const COINS_KEY = 'coins'
const INVENTORY_PREFIX = 'inventory:'
const inventoryKey = (itemId: number) => `${INVENTORY_PREFIX}${itemId}`
const priceKey = (itemId: number, side: 'buy' | 'sell') => `${side}:${itemId}`
