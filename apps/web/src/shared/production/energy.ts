import type { Energy } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { useCommand } from '../api/use-command.ts'
import { useSignedIn } from '../auth/session.ts'
import { useLiveEvent } from '../live/live.ts'
import { useThrottled } from '../timing/throttle.ts'
import { useNowSec } from '../ui/use-now.ts'

export const NO_ENERGY: Energy = { count: 0, energised_until: 0 }

/** The player's energy; the header refetches it. */
export const energyQuery = queryOptions({
  queryKey: ['energy'],
  retry: false,
  queryFn: ({ signal }) => callApi('GET /energy/get', null, { signal }),
})

/** Shortest gap between two reads of the energy: the inventory may change many times a second. */
const REFETCH_INTERVAL_MS = 1_500

/** The player's energy, refetched when it may have changed. A count that fails to load is 0 (document 2 §8). */
export function useEnergy(): Energy {
  const client = useQueryClient()
  const { data, isError } = useQuery({ ...energyQuery, enabled: useSignedIn() })
  const refetch = useThrottled(() => void client.invalidateQueries(energyQuery), REFETCH_INTERVAL_MS)
  useLiveEvent('inventoryItemUpdated', refetch)
  // Count and end change together, so both are refetched.
  useLiveEvent('energyChanged', () => void client.invalidateQueries(energyQuery))
  return data === undefined || isError ? { ...(data ?? NO_ENERGY), count: 0 } : data
}

/** Uses one energy item. */
export function useActivateEnergy() {
  const client = useQueryClient()
  return useCommand('POST /energy/activate', {
    invalidatesOnError: [energyQuery.queryKey],
    onSuccess: (after) => client.setQueryData(energyQuery.queryKey, after),
  })
}

/** How late profits may react to energy running out. */
const NOTICED_WITHIN_MS = 10 * SECOND_MS

/** Whether a job started now would take 25 % less time (rules §8). */
export function useIsEnergised(): boolean {
  const { data = NO_ENERGY } = useQuery({ ...energyQuery, enabled: useSignedIn() })
  return data.energised_until > useNowSec(NOTICED_WITHIN_MS, data.energised_until)
}
