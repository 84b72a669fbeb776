import { toSafeNumber } from '@clutch/contract/live/values'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { useSignedIn } from '../auth/session.ts'
import { holdings } from '../live/live-store.ts'
import { useLiveEvent } from '../live/live.ts'
import { useDebounced } from '../timing/debounce.ts'
import { REFETCH_TIMES } from './refetch-times.ts'

export const ownLotsQuery = queryOptions({
  queryKey: ['own-lots'],
  queryFn: async ({ signal }) => {
    const answer = await callApi('POST /marketplace/get-my-lots', {}, { signal })
    holdings.applyOwnLots(answer.lots)
    return answer
  },
})

/** Invalidated after every change of a lot and every immediate trade. */
export const TRADING_HISTORY_KEY = ['trading-history']

/** The player's open lots, newest first, and the fee on sales. */
export function useOwnLots() {
  return useQuery({ ...ownLotsQuery, enabled: useSignedIn() })
}

/** The fee on sales in basis points; 0 until it is known. */
export function useMarketFee(): number {
  return useOwnLots().data?.fee_basis_points ?? 0
}

/** Refetches the player's lots soon after any of them has changed, on every page. */
export function useOwnLotsFollow(): void {
  const client = useQueryClient()
  const refetch = useDebounced(() => {
    const { queryKey } = ownLotsQuery
    if (client.getQueryState(queryKey) === undefined) void client.prefetchQuery(ownLotsQuery)
    else void client.invalidateQueries({ queryKey, refetchType: 'all' })
    void client.invalidateQueries({ queryKey: TRADING_HISTORY_KEY })
  }, REFETCH_TIMES)
  useLiveEvent('lotChanged', refetch.request)
  // Lots ahead of the player's at the same price may be gone.
  useLiveEvent('bookChanged', ({ payload }) => {
    if (payload.case !== 'bookChanged') return
    const itemId = toSafeNumber(payload.value.itemId)
    const lots = client.getQueryData(ownLotsQuery.queryKey)?.lots ?? []
    if (lots.some((lot) => lot.ahead_count > 0 && lot.item_type_id === itemId)) refetch.request()
  })
}
