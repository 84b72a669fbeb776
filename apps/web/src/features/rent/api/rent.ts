import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useCommands } from '#shared/api/use-command.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { useThrottled } from '#shared/timing/throttle.ts'

export const rentQuery = queryOptions({
  queryKey: ['rent'],
  queryFn: ({ signal }) => callApi('GET /rent/get', null, { signal }),
})

/** Anybody's units change what all earn; this often it is read again at most. */
const REFETCH_INTERVAL_MS = 1_500

/** What can be rented out and what the player has rented, kept in step with other devices and other players. */
export function useRent() {
  const client = useQueryClient()
  const refetch = useThrottled(() => void client.invalidateQueries(rentQuery), REFETCH_INTERVAL_MS)
  useLiveEvent('rentPoolChanged', refetch)
  useLiveEvent('rentalChanged', refetch)
  return useQuery({ ...rentQuery, enabled: useSignedIn() })
}

type RentCall = 'POST /rent/put' | 'POST /rent/take-back' | 'POST /rent/buy-item' | 'POST /rent/take-salary'

/** Rents items out or takes them back, rents one, or takes what was earned: one at a time. */
export function useRentCall() {
  const client = useQueryClient()
  return useCommands<RentCall>({
    onSuccess: (after) => client.setQueryData(rentQuery.queryKey, after),
    invalidatesOnError: [rentQuery.queryKey],
  })
}
