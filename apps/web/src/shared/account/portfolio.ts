import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { useSignedIn } from '../auth/session.ts'
import { useLiveEvent } from '../live/live.ts'
import { useThrottled } from '../timing/throttle.ts'

const PORTFOLIO_KEY = ['portfolio']
/** Holdings change in bursts; what they come to is read again this often at most. */
const REFETCH_INTERVAL_MS = 5_000

/** What the player is worth, day by day and now, kept in step with inventory, wallet and lots. */
export function usePortfolio() {
  const client = useQueryClient()
  const refetch = useThrottled(() => void client.invalidateQueries({ queryKey: PORTFOLIO_KEY }), REFETCH_INTERVAL_MS)
  useLiveEvent('inventoryItemUpdated', refetch)
  useLiveEvent('eggCoinsUpdated', refetch)
  useLiveEvent('lotChanged', refetch)
  return useQuery({
    queryKey: PORTFOLIO_KEY,
    enabled: useSignedIn(),
    queryFn: ({ signal }) => callApi('POST /portfolio/get', {}, { signal }),
  })
}
