import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { useSignedIn } from '../auth/session.ts'
import { useLiveEvent } from '../live/live.ts'
import { useThrottled } from '../timing/throttle.ts'

/** Short runs end many times a second; this often they are read again. */
const REFETCH_INTERVAL_MS = 700

/** Every recipe, and what the player has set and runs of each. */
export const harvestQuery = queryOptions({
  queryKey: ['harvest'],
  queryFn: ({ signal }) => callApi('POST /harvest/get-receipts', {}, { signal }),
})

/** Fetches the harvest, and refetches it soon after the server reports a change. */
export function useHarvest() {
  const client = useQueryClient()
  const refetch = useThrottled(() => {
    void client.invalidateQueries({ queryKey: harvestQuery.queryKey })
  }, REFETCH_INTERVAL_MS)
  useLiveEvent('harvestChanged', refetch)
  return useQuery({ ...harvestQuery, enabled: useSignedIn() })
}
