import { Side, toSafeNumber, type LiveEvent } from '@clutch/contract/live'

/** Best open prices of an item, and the player's own; 0 where there is none. */
export interface ItemPrices {
  readonly sell: number
  readonly buy: number
  readonly mySell: number
  readonly myBuy: number
}

/** What live events keep current: snapshots from the API, moved on by events. */
export interface Holdings {
  readonly inventory: ReadonlyMap<number, number>
  readonly prices: ReadonlyMap<number, ItemPrices>
  readonly coins: number | undefined
  /** Per changed thing: the newest event seen, and when it came in our own count of events. */
  readonly seen: ReadonlyMap<string, Seen>
  /** Events taken in so far: our own order of time, free of clocks. */
  readonly sequence: number
}

interface Seen {
  readonly timestampMs: number
  readonly sequence: number
}

export const NO_PRICES: ItemPrices = { sell: 0, buy: 0, mySell: 0, myBuy: 0 }
export const NO_HOLDINGS: Holdings = {
  inventory: new Map(),
  prices: new Map(),
  coins: undefined,
  seen: new Map(),
  sequence: 0,
}

/** Moves holdings on by a batch; an event older than one already seen for the same thing changes nothing. */
export function applyBatch(holdings: Holdings, batch: readonly LiveEvent[]): Holdings {
  const inventory = new Map(holdings.inventory)
  const prices = new Map(holdings.prices)
  const seen = new Map(holdings.seen)
  let { coins, sequence } = holdings

  for (const { payload, timestampMs } of batch) {
    const key = thingOf(payload)
    if (key === undefined || timestampMs < (seen.get(key)?.timestampMs ?? 0)) continue
    sequence += 1
    seen.set(key, { timestampMs, sequence })
    if (payload.case === 'eggCoinsUpdated') coins = toSafeNumber(payload.value)
    else if (payload.case === 'inventoryItemUpdated') {
      const count = toSafeNumber(payload.value.count)
      if (count > 0) inventory.set(toSafeNumber(payload.value.itemId), count)
      else inventory.delete(toSafeNumber(payload.value.itemId))
    } else if (payload.case === 'priceChanged') {
      const itemId = toSafeNumber(payload.value.itemId)
      const side = payload.value.side === Side.BUY ? 'buy' : 'sell'
      prices.set(itemId, { ...(prices.get(itemId) ?? NO_PRICES), [side]: toSafeNumber(payload.value.price) })
    }
  }
  return { inventory, prices, coins, seen, sequence }
}

/** The thing whose newest state an event tells; undefined for events that tell no state. */
function thingOf(payload: LiveEvent['payload']): string | undefined {
  if (payload.case === 'eggCoinsUpdated') return COINS_KEY
  if (payload.case === 'inventoryItemUpdated') return inventoryKey(toSafeNumber(payload.value.itemId))
  if (payload.case !== 'priceChanged') return undefined
  return priceKey(toSafeNumber(payload.value.itemId), payload.value.side === Side.BUY ? 'buy' : 'sell')
}

/**
 * Takes a snapshot in. What an event changed after the snapshot was asked for stays: the answer may be older.
 * @param askedAt the sequence when the snapshot was asked for
 */
export function takeInventory(
  holdings: Holdings,
  entries: readonly { readonly TypeId: number; readonly Count: number }[],
  askedAt: number,
): Holdings {
  const inventory = new Map(entries.filter(({ Count }) => Count > 0).map(({ TypeId, Count }) => [TypeId, Count]))
  for (const [itemId, count] of holdings.inventory) {
    if (isNewer(holdings, inventoryKey(itemId), askedAt)) inventory.set(itemId, count)
  }
  for (const itemId of inventory.keys()) {
    const isGone = isNewer(holdings, inventoryKey(itemId), askedAt) && !holdings.inventory.has(itemId)
    if (isGone) inventory.delete(itemId)
  }
  return { ...holdings, inventory }
}

/**
 * Takes items away before the server says so, for what was just used up. An increase or decrease by 0 or less is a
 * no-op, and no count goes below 0 (document 1 §5); the server's word follows and is what counts.
 */
export function spendItems(
  holdings: Holdings,
  used: readonly { readonly itemId: number; readonly count: number }[],
): Holdings {
  const inventory = new Map(holdings.inventory)
  for (const { itemId, count } of used) {
    if (count <= 0) continue
    const left = (inventory.get(itemId) ?? 0) - count
    if (left > 0) inventory.set(itemId, left)
    else inventory.delete(itemId)
  }
  return { ...holdings, inventory }
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

/** Takes a price list in, under the same rule. */
export function takePrices(holdings: Holdings, snapshot: PriceSnapshot, askedAt: number): Holdings {
  const prices = new Map<number, ItemPrices>()
  for (const { item_type_id, price, my_price } of snapshot.buy_lots) {
    prices.set(item_type_id, { ...NO_PRICES, buy: price, myBuy: my_price })
  }
  for (const { item_type_id, price, my_price } of snapshot.sell_lots) {
    prices.set(item_type_id, { ...(prices.get(item_type_id) ?? NO_PRICES), sell: price, mySell: my_price })
  }
  for (const [itemId, { buy, sell }] of holdings.prices) {
    const known = prices.get(itemId) ?? NO_PRICES
    const live = {
      ...known,
      ...(isNewer(holdings, priceKey(itemId, 'buy'), askedAt) && { buy }),
      ...(isNewer(holdings, priceKey(itemId, 'sell'), askedAt) && { sell }),
    }
    if (live.buy !== known.buy || live.sell !== known.sell) prices.set(itemId, live)
  }
  return { ...holdings, prices }
}

interface OwnLot {
  readonly item_type_id: number
  readonly type: 'buy' | 'sell'
  readonly price: number
}

/** Takes the player's open lots in: per item and side the own best price follows from them. */
export function takeOwnLots(holdings: Holdings, lots: readonly OwnLot[]): Holdings {
  const prices = new Map(holdings.prices)
  for (const [itemId, entry] of holdings.prices) {
    if (entry.myBuy !== 0 || entry.mySell !== 0) prices.set(itemId, { ...entry, myBuy: 0, mySell: 0 })
  }
  for (const { item_type_id, type, price } of lots) {
    const entry = prices.get(item_type_id) ?? NO_PRICES
    const own =
      type === 'buy'
        ? { myBuy: Math.max(entry.myBuy, price) }
        : { mySell: entry.mySell === 0 ? price : Math.min(entry.mySell, price) }
    prices.set(item_type_id, { ...entry, ...own })
  }
  return { ...holdings, prices }
}

/** Takes the balance of a profile in, under the same rule. */
export function takeCoins(holdings: Holdings, coins: number, askedAt: number): Holdings {
  return isNewer(holdings, COINS_KEY, askedAt) ? holdings : { ...holdings, coins }
}

function isNewer(holdings: Holdings, key: string, askedAt: number): boolean {
  return (holdings.seen.get(key)?.sequence ?? 0) > askedAt
}

const COINS_KEY = 'coins'
const inventoryKey = (itemId: number) => `inventory:${itemId}`
const priceKey = (itemId: number, side: 'buy' | 'sell') => `${side}:${itemId}`
