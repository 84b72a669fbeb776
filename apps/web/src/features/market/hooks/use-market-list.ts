import type { ItemDefinition } from '@clutch/contract'
import { useDeferredValue, useEffect, useState } from 'react'
import { holdings, useInventory } from '#shared/live/live-store.ts'
import type { ItemPrices } from '#shared/live/live-holdings.ts'
import { usePricesLoad } from '#shared/market/prices.ts'
import { useWatchlist } from '#shared/watchlist/watchlist.ts'
import type { ItemStat } from '#shared/market/market-stat.ts'
import { listMarket } from '../model/market-list.ts'
import type { MarketView } from '../model/market-view.ts'

/** Prices in the rows move at once; their order follows this often, so that rows stay put under the eye. */
const REORDER_INTERVAL_MS = 2_000

/** The matching items in order. While `isHeld`, as when the pointer is over the list, the order does not change. */
export function useMarketList(
  items: readonly ItemDefinition[],
  view: MarketView,
  isHeld: boolean,
  stats: ReadonlyMap<number, ItemStat> | undefined,
): readonly ItemDefinition[] {
  const deferredView = useDeferredValue(view)
  const prices = useOrderPrices(isHeld)
  const inventory = useInventory()
  const owned = useDeferredValue(inventory)
  const watched = useDeferredValue(useWatchlist())
  return listMarket(items, deferredView, prices, owned, watched, useDeferredValue(stats))
}

function useOrderPrices(isHeld: boolean): ReadonlyMap<number, ItemPrices> {
  const { isSuccess: isLoaded } = usePricesLoad()
  const [taken, setTaken] = useState(() => holdings.prices.snapshot())
  useEffect(() => {
    const take = () => setTaken(holdings.prices.snapshot())
    if (isLoaded) take()
    if (isHeld) return
    const timer = setInterval(take, REORDER_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isHeld, isLoaded])
  return taken
}
