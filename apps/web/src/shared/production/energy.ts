import type { Energy } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { useSignedIn } from '../auth/session.ts'
import { useNowSec } from '../ui/use-now.ts'

export const NO_ENERGY: Energy = { count: 0, energised_until: 0 }

/** The player's energy; the header refetches it. */
export const energyQuery = queryOptions({
  queryKey: ['energy'],
  retry: false,
  queryFn: ({ signal }) => callApi('GET /energy/get', null, { signal }),
})

/** How late profits may react to energy running out. */
const NOTICED_WITHIN_MS = 10 * SECOND_MS

/** Whether a job started now would take 25 % less time (rules §8). */
export function useIsEnergised(): boolean {
  const { data = NO_ENERGY } = useQuery({ ...energyQuery, enabled: useSignedIn() })
  return data.energised_until > useNowSec(NOTICED_WITHIN_MS, data.energised_until)
}
