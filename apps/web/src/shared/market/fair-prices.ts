import { FAIR_PRICES_MAX } from '@clutch/contract/constants'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'

const STALE_MS = 60_000

/** Fair prices of the items; missing for items without one, and for all until they are loaded. */
export function useFairPrices(itemIds: readonly number[]): ReadonlyMap<number, number> | undefined {
  const ids = [...new Set(itemIds)].toSorted((a, b) => a - b).slice(0, FAIR_PRICES_MAX)
  const { data } = useQuery({
    queryKey: ['fair-prices', ids],
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      if (ids.length === 0) return new Map<number, number>()
      const { prices } = await callApi('POST /marketplace/get-fair-prices', { item_ids: ids }, { signal })
      return new Map(prices.map(({ item_id, fair_price }) => [item_id, fair_price]))
    },
  })
  return data
}
