import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { useSignedIn } from '../auth/session.ts'
import { holdings } from '../live/live-store.ts'

/** Loads the inventory into the live store, which keeps it current; the query's data only says that it is loaded. */
export const inventoryQuery = queryOptions({
  queryKey: ['inventory'],
  queryFn: async ({ signal }) => {
    const askedAt = holdings.sequence
    const entries = await callApi('POST /inventory/get', {}, { signal })
    holdings.applyInventorySnapshot(entries, askedAt)
    return true
  },
})

export function useInventoryLoad() {
  return useQuery({ ...inventoryQuery, enabled: useSignedIn() })
}
