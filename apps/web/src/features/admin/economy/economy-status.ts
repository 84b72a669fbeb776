import { useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useApiMutation } from '#shared/api/use-command.ts'
import { sendUnderKey } from '../operator-command.ts'

export const ECONOMY_STATUS_KEY = ['economy-status']
const REFRESH_EVERY_MS = 5_000
/** Poll interval of the parked exchanges' count on the other pages of the console. */
const COUNT_EVERY_MS = 30_000

/** The economy's status, polled while the panel is open. */
export function useEconomyStatus() {
  return useQuery({
    queryKey: ECONOMY_STATUS_KEY,
    queryFn: ({ signal }) => callApi('GET /console/status', null, { signal }),
    refetchInterval: REFRESH_EVERY_MS,
  })
}

/** The number of parked exchanges; only admins may ask. */
export function useParkedCount(isAdmin: boolean): number {
  const { data } = useQuery({
    queryKey: ECONOMY_STATUS_KEY,
    queryFn: ({ signal }) => callApi('GET /console/status', null, { signal }),
    refetchInterval: COUNT_EVERY_MS,
    enabled: isAdmin,
  })
  return data?.parked_exchanges ?? 0
}

export function useThaw() {
  return useApiMutation({
    mutationFn: (reason: string) => sendUnderKey('POST /admin/thaw-economy', { reason }),
    errors: 'inline',
    invalidates: [ECONOMY_STATUS_KEY],
    invalidatesOnError: [ECONOMY_STATUS_KEY],
  })
}
