import { useCallback, useDeferredValue, useMemo, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import type { KeyedValues } from './keyed-values.ts'
import { Holdings, NO_PRICES, type ItemPrices } from './live-holdings.ts'
import { DISCONNECTED, type LiveState } from './reconnect-manager.ts'

export interface LiveStore {
  readonly connection: LiveState
  /** Messages and handlers that failed since the page opened. */
  readonly handlerErrorCount: number
  /** Of the announcements and the changelog, as the server told last. */
  readonly newsVersion: string | undefined
}

export const useLiveStore = create<LiveStore>()(() => ({
  connection: DISCONNECTED,
  handlerErrorCount: 0,
  newsVersion: undefined,
}))

/** What the signed-in player has, and what everything costs. */
export const holdings = new Holdings()

const { inventory, prices } = holdings
const subscribeCoins = (listener: () => void) => holdings.subscribeCoins(listener)
const subscribeInventory = (listener: () => void) => inventory.subscribeWhole(listener)
const subscribePrices = (listener: () => void) => prices.subscribeWhole(listener)

export function useItemPrices(itemId: number): ItemPrices {
  const subscribe = useCallback((listener: () => void) => prices.subscribe([itemId], listener), [itemId])
  return useSyncExternalStore(subscribe, () => prices.get(itemId) ?? NO_PRICES)
}

/** All prices at once, a few times a second; who shows single items watches those. */
export function usePrices(): ReadonlyMap<number, ItemPrices> {
  return useSyncExternalStore(subscribePrices, () => prices.whole())
}

/** All prices, like `usePrices`, for who needs them only at times; otherwise none, and nothing is watched. */
export function usePricesWhen(isNeeded: boolean): ReadonlyMap<number, ItemPrices> {
  return useSyncExternalStore(isNeeded ? subscribePrices : watchNothing, () => (isNeeded ? prices.whole() : NO_VALUES))
}

/** All counts, like `useInventory`, for who needs them only at times; otherwise none, and nothing is watched. */
export function useInventoryWhen(isNeeded: boolean): ReadonlyMap<number, number> {
  return useSyncExternalStore(isNeeded ? subscribeInventory : watchNothing, () =>
    isNeeded ? inventory.whole() : NO_VALUES,
  )
}

const NO_VALUES = new Map<number, never>()
const watchNothing = () => () => undefined

export function useOwnedCount(itemId: number): number {
  const subscribe = useCallback((listener: () => void) => inventory.subscribe([itemId], listener), [itemId])
  return useSyncExternalStore(subscribe, () => inventory.get(itemId) ?? 0)
}

/** All counts at once, a few times a second; who shows single items watches those. */
export function useInventory(): ReadonlyMap<number, number> {
  return useSyncExternalStore(subscribeInventory, () => inventory.whole())
}

/** Counts of the given items; drawn again only when one of them changes. What is not there has none. */
export function useStock(itemIds: readonly number[]): ReadonlyMap<number, number> {
  return useWatched(inventory, itemIds)
}

/**
 * Prices of the given items; drawn again only when one of them changes, a few times a second at most, and when nothing
 * more urgent waits: all who watch them hear of them at the same moment.
 */
export function usePricesOf(itemIds: readonly number[]): ReadonlyMap<number, ItemPrices> {
  return useDeferredValue(useWatched(prices, itemIds, true))
}

function useWatched<Value>(
  values: KeyedValues<Value>,
  keys: readonly number[],
  isPatient = false,
): ReadonlyMap<number, Value> {
  const list = keys.join(SEPARATOR)
  const watch = useMemo(
    () => values.watch(list === '' ? [] : list.split(SEPARATOR).map(Number), { isPatient }),
    [values, list, isPatient],
  )
  return useSyncExternalStore(watch.subscribe, watch.read)
}

const SEPARATOR = ' '

export function useCoins(): number | undefined {
  return useSyncExternalStore(subscribeCoins, () => holdings.coins)
}

export function useConnection(): LiveState {
  return useLiveStore(({ connection }) => connection)
}
