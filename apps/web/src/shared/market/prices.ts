import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { useSignedIn } from '../auth/session.ts'
import { holdings } from '../live/live-store.ts'

/** Loads all prices into the live store, which keeps them current; the query's data only says that they are loaded. */
export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: async ({ signal }) => {
    const askedAt = holdings.sequence
    const prices = await callApi('POST /marketplace/get-all-prices', {}, { signal })
    holdings.applyPriceSnapshot(prices, askedAt)
    return true
  },
})

/** Poll interval of anonymous visitors, who have no live connection. */
export const ANONYMOUS_REFETCH_MS = 15_000

export function usePricesLoad() {
  return useQuery({ ...pricesQuery, refetchInterval: useSignedIn() ? false : ANONYMOUS_REFETCH_MS })
}
