import { useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useApiMutation } from '#shared/api/use-command.ts'
import { sendUnderKey } from '../operator-command.ts'

export const ECONOMY_STATUS_KEY = ['economy-status']
const REFRESH_EVERY_MS = 5_000
/** Poll interval of the counts at the tabs of the console. */
const COUNT_EVERY_MS = 30_000

/** The economy's status, polled while the panel is open. */
export function useEconomyStatus() {
  return useQuery({
    queryKey: ECONOMY_STATUS_KEY,
    queryFn: ({ signal }) => callApi('GET /console/status', null, { signal }),
    refetchInterval: REFRESH_EVERY_MS,
  })
}

/** What needs attention: parked exchanges, and webhooks that were disabled; only admins may ask. */
export function useAttentionCounts(isAdmin: boolean): { readonly exchanges: number; readonly webhooks: number } {
  const { data } = useQuery({
    queryKey: ECONOMY_STATUS_KEY,
    queryFn: ({ signal }) => callApi('GET /console/status', null, { signal }),
    refetchInterval: COUNT_EVERY_MS,
    enabled: isAdmin,
  })
  return { exchanges: data?.parked_exchanges ?? 0, webhooks: data?.disabled_webhooks ?? 0 }
}

export function useThaw() {
  return useApiMutation({
    mutationFn: (reason: string) => sendUnderKey('POST /admin/thaw-economy', { reason }),
    errors: 'inline',
    invalidates: [ECONOMY_STATUS_KEY],
    invalidatesOnError: [ECONOMY_STATUS_KEY],
  })
}
