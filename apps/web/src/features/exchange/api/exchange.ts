import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useCommand } from '#shared/api/use-command.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { useThrottled } from '#shared/timing/throttle.ts'

export const exchangesQuery = queryOptions({
  queryKey: ['exchanges'],
  queryFn: async ({ signal }) => (await callApi('GET /marketplace/exchanges', null, { signal })).exchanges,
})

/** A saga takes several steps within a second; this often they are read at most. */
const REFETCH_INTERVAL_MS = 400

/** The player's exchanges with their evidence, newest first, kept in step with what happens to them. */
export function useExchanges() {
  const client = useQueryClient()
  const refetch = useThrottled(() => void client.invalidateQueries(exchangesQuery), REFETCH_INTERVAL_MS)
  useLiveEvent('exchangeChanged', refetch)
  return useQuery({ ...exchangesQuery, enabled: useSignedIn() })
}

const CALLS = {
  from_steam: 'POST /marketplace/exchange-from-steam-coins',
  to_steam: 'POST /marketplace/exchange-to-steam-coins',
} as const

/** Starts an exchange of coins with the platform. */
export function useStartExchange(direction: keyof typeof CALLS) {
  return useCommand(CALLS[direction], { invalidates: [exchangesQuery.queryKey] })
}
