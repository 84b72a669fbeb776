import { create } from 'zustand'
import { NO_HOLDINGS, NO_PRICES, type Holdings, type ItemPrices } from './live-holdings.ts'
import { DISCONNECTED, type LiveState } from './reconnect-manager.ts'

export interface LiveStore {
  readonly connection: LiveState
  readonly holdings: Holdings
  /** Messages and handlers that failed since the page opened. */
  readonly handlerErrorCount: number
}

export const useLiveStore = create<LiveStore>()(() => ({
  connection: DISCONNECTED,
  holdings: NO_HOLDINGS,
  handlerErrorCount: 0,
}))

/** Changes the holdings, and only them. */
export function updateHoldings(change: (holdings: Holdings) => Holdings): void {
  useLiveStore.setState(({ holdings }) => ({ holdings: change(holdings) }))
}

/** Where our count of events stands: taken before a snapshot is asked for. */
export function holdingsSequence(): number {
  return useLiveStore.getState().holdings.sequence
}

export function useItemPrices(itemId: number): ItemPrices {
  return useLiveStore(({ holdings }) => holdings.prices.get(itemId) ?? NO_PRICES)
}

export function usePrices(): ReadonlyMap<number, ItemPrices> {
  return useLiveStore(({ holdings }) => holdings.prices)
}

export function useOwnedCount(itemId: number): number {
  return useLiveStore(({ holdings }) => holdings.inventory.get(itemId) ?? 0)
}

export function useInventory(): ReadonlyMap<number, number> {
  return useLiveStore(({ holdings }) => holdings.inventory)
}

export function useCoins(): number | undefined {
  return useLiveStore(({ holdings }) => holdings.coins)
}

export function useConnection(): LiveState {
  return useLiveStore(({ connection }) => connection)
}
