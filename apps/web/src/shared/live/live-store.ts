import { useCallback, useDeferredValue, useMemo, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import type { KeyedValues } from './keyed-values.ts'
import { Holdings, NO_PRICES, type ItemPrices } from './live-holdings.ts'
import { DISCONNECTED, type LiveState } from './reconnect-manager.ts'

export interface LiveStore {
  readonly connection: LiveState
  /** Number of messages whose decoding or handling failed since the page opened. */
  readonly handlerErrorCount: number
  /** Latest version of the announcements and the changelog. */
  readonly newsVersion: string | undefined
}

export const useLiveStore = create<LiveStore>()(() => ({
  connection: DISCONNECTED,
  handlerErrorCount: 0,
  newsVersion: undefined,
}))

/** The signed-in player's items and coins, and all prices. */
export const holdings = new Holdings()

const { inventory, prices } = holdings
const subscribeCoins = (listener: () => void) => holdings.subscribeCoins(listener)
const subscribeInventory = (listener: () => void) => inventory.subscribeAll(listener)
const subscribePrices = (listener: () => void) => prices.subscribeAll(listener)

export function useItemPrices(itemId: number): ItemPrices {
  const subscribe = useCallback((listener: () => void) => prices.subscribe([itemId], listener), [itemId])
  return useSyncExternalStore(subscribe, () => prices.get(itemId) ?? NO_PRICES)
}

/** All prices, updated a few times a second; empty and without a subscription while not enabled. */
export function usePrices({ enabled = true } = {}): ReadonlyMap<number, ItemPrices> {
  return useSyncExternalStore(enabled ? subscribePrices : subscribeNothing, () =>
    enabled ? prices.snapshot() : NO_VALUES,
  )
}

const NO_VALUES = new Map<number, never>()
const subscribeNothing = () => () => undefined

export function useOwnedCount(itemId: number): number {
  const subscribe = useCallback((listener: () => void) => inventory.subscribe([itemId], listener), [itemId])
  return useSyncExternalStore(subscribe, () => inventory.get(itemId) ?? 0)
}

/** All counts, updated a few times a second; empty and without a subscription while not enabled. */
export function useInventory({ enabled = true } = {}): ReadonlyMap<number, number> {
  return useSyncExternalStore(enabled ? subscribeInventory : subscribeNothing, () =>
    enabled ? inventory.snapshot() : NO_VALUES,
  )
}

/** Counts of the given items, without those not owned; re-renders only when one of them changes. */
export function useStock(itemIds: readonly number[]): ReadonlyMap<number, number> {
  return useSelection(inventory, itemIds)
}

/**
 * Prices of the given items; re-renders only when one of them changes, at most a few times a second. Deferred, since all
 * subscribers are notified at the same moment and input must stay responsive.
 */
export function usePricesOf(itemIds: readonly number[]): ReadonlyMap<number, ItemPrices> {
  return useDeferredValue(useSelection(prices, itemIds, true))
}

function useSelection<Value>(
  values: KeyedValues<Value>,
  keys: readonly number[],
  isThrottled = false,
): ReadonlyMap<number, Value> {
  const list = keys.join(SEPARATOR)
  const selection = useMemo(
    () => values.select(list === '' ? [] : list.split(SEPARATOR).map(Number), { isThrottled }),
    [values, list, isThrottled],
  )
  return useSyncExternalStore(selection.subscribe, selection.read)
}

const SEPARATOR = ' '

export function useCoins(): number | undefined {
  return useSyncExternalStore(subscribeCoins, () => holdings.coins)
}

export function useConnection(): LiveState {
  return useLiveStore(({ connection }) => connection)
}
