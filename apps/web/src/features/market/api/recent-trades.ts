import { toSafeNumber } from '@clutch/contract/live/values'
import type { RecentTrade } from '@clutch/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { ANONYMOUS_REFETCH_MS } from '#shared/market/prices.ts'
import { useThrottled } from '#shared/timing/throttle.ts'

/** A busy item trades many times a second; its list is refetched this often. */
const REFETCH_INTERVAL_MS = 1_000

/** The latest trades of an item, newest first; undefined until they are known. */
export function useRecentTrades(itemId: number): readonly RecentTrade[] | undefined {
  const client = useQueryClient()
  const queryKey = ['recent-trades', itemId]
  const refetch = useThrottled(() => {
    void client.invalidateQueries({ queryKey })
  }, REFETCH_INTERVAL_MS)
  useLiveEvent('bookChanged', ({ payload }) => {
    if (payload.case !== 'bookChanged' || toSafeNumber(payload.value.tradedCount) === 0) return
    if (toSafeNumber(payload.value.itemId) === itemId) refetch()
  })
  return useQuery({
    queryKey,
    refetchInterval: useSignedIn() ? false : ANONYMOUS_REFETCH_MS,
    queryFn: async ({ signal }) =>
      (await callApi('POST /marketplace/get-recent-trades', { item_type_id: itemId }, { signal })).trades,
  }).data
}
