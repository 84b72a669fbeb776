import type { HarvestHistoryEntry } from '@clutch/contract'
import { HARVEST_HISTORY_PAGE_SIZE } from '@clutch/contract/constants'
import { HarvestChange } from '@clutch/contract/live/values'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { useLiveEvent } from '#shared/live/live.ts'

const HARVEST_HISTORY_KEY = ['harvest-history']

/** Ended harvests, newest first, page after page; one that ends meanwhile comes by itself. */
export function useHarvestHistory() {
  const client = useQueryClient()
  useLiveEvent('harvestChanged', ({ payload }) => {
    if (payload.case !== 'harvestChanged' || payload.value.change !== HarvestChange.FINISHED) return
    void client.invalidateQueries({ queryKey: HARVEST_HISTORY_KEY })
  })
  return useInfiniteQuery({
    queryKey: HARVEST_HISTORY_KEY,
    enabled: useSignedIn(),
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) =>
      (await callApi('POST /harvest/get-history', { last_id: pageParam }, { signal })).response,
    getNextPageParam: (page: readonly HarvestHistoryEntry[]) =>
      page.length < HARVEST_HISTORY_PAGE_SIZE ? undefined : page.at(-1)?.id,
  })
}
