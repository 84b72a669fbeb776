import type { HarvestHistoryEntry } from '@clutch/contract'
import { HARVEST_HISTORY_PAGE_SIZE } from '@clutch/contract/constants'
import { HarvestChange } from '@clutch/contract/live/values'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { readNewest } from '#shared/api/newest-first.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { useLiveEvent } from '#shared/live/live.ts'

const HARVEST_HISTORY_KEY = ['harvest-history']

/** Ended harvests, newest first, page after page; one that ends meanwhile is put on top. */
export function useHarvestHistory() {
  const client = useQueryClient()
  useLiveEvent('harvestChanged', ({ payload }) => {
    if (payload.case !== 'harvestChanged' || payload.value.change !== HarvestChange.FINISHED) return
    const newest = { queryKey: HARVEST_HISTORY_KEY, readFirstPage: () => readPage(''), idOf, firstCursor: '' }
    void readNewest(client, newest).catch(() => client.invalidateQueries({ queryKey: HARVEST_HISTORY_KEY }))
  })
  return useInfiniteQuery({
    queryKey: HARVEST_HISTORY_KEY,
    enabled: useSignedIn(),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    getNextPageParam: (page: readonly HarvestHistoryEntry[]) =>
      page.length < HARVEST_HISTORY_PAGE_SIZE ? undefined : page.at(-1)?.id,
  })
}

const idOf = ({ id }: HarvestHistoryEntry) => id

async function readPage(last_id: string, signal?: AbortSignal): Promise<HarvestHistoryEntry[]> {
  return (await callApi('POST /harvest/get-history', { last_id }, signal === undefined ? {} : { signal })).response
}
