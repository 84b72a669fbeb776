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

/** What needs attention on any page of the console. */
interface Attention {
  readonly exchanges: number
  readonly webhooks: number
  /** Address of the world that the database is a copy of; null if it is none. */
  readonly copyOf: string | null
}

/** Parked exchanges, webhooks that were disabled, and whether the database is a copy; only admins may ask. */
export function useAttention(isAdmin: boolean): Attention {
  const { data } = useQuery({
    queryKey: ECONOMY_STATUS_KEY,
    queryFn: ({ signal }) => callApi('GET /console/status', null, { signal }),
    refetchInterval: COUNT_EVERY_MS,
    enabled: isAdmin,
  })
  return {
    exchanges: data?.parked_exchanges ?? 0,
    webhooks: data?.disabled_webhooks ?? 0,
    copyOf: data?.copy_of ?? null,
  }
}

export function useThaw() {
  return useApiMutation({
    mutationFn: (reason: string) => sendUnderKey('POST /admin/thaw-economy', { reason }),
    errors: 'inline',
    invalidates: [ECONOMY_STATUS_KEY],
    invalidatesOnError: [ECONOMY_STATUS_KEY],
  })
}
