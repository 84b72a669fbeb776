import type { HarvestUserData } from '@clutch/contract'
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useCommand } from '#shared/api/use-command.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { useThrottled } from '#shared/timing/throttle.ts'

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

/** Changes the setup of a recipe. */
export function useUpdateHarvest() {
  const client = useQueryClient()
  return useCommand('POST /harvest/update', {
    onSuccess: ({ user_data }) => setUserData(client, user_data),
    invalidatesOnError: [harvestQuery.queryKey],
  })
}

/** Puts the answer of an update in the place of what was known of its recipe. */
function setUserData(client: QueryClient, changed: HarvestUserData): void {
  client.setQueryData(harvestQuery.queryKey, (known) => {
    if (known === undefined) return known
    const others = known.user_data.filter(({ receipt_id }) => receipt_id !== changed.receipt_id)
    return { ...known, user_data: [...others, changed] }
  })
}
