import type { InventoryOperation } from '@clutch/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { readNewest } from '#shared/api/newest-first.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { useThrottled } from '#shared/timing/throttle.ts'

/** What an operation has to have changed. */
export const HISTORY_ASSETS = ['all', 'coins', 'items'] as const
export type HistoryAssets = (typeof HISTORY_ASSETS)[number]

const HISTORY_KEY = ['inventory-history']
const REFETCH_INTERVAL_MS = 2_000

/**
 * What changed the inventory, newest first, page after page: the last uuid is the cursor, and more pages exist while
 * the last one was non-empty (document 1 §4). Another filter begins again.
 */
export function useInventoryHistory(itemId: number | null, assets: HistoryAssets) {
  const client = useQueryClient()
  const queryKey = [...HISTORY_KEY, itemId, assets]
  const readPage = async (last_uuid: string, signal?: AbortSignal) => {
    const body = { last_uuid, filter_item_id: itemId ?? 0, assets }
    return (await callApi('POST /inventory/history', body, signal === undefined ? {} : { signal })).response
  }
  const refresh = useThrottled(() => {
    const newest = { queryKey, readFirstPage: () => readPage(''), idOf: ({ uuid }: InventoryOperation) => uuid }
    void readNewest(client, { ...newest, firstCursor: '' }).catch(() => client.invalidateQueries({ queryKey }))
  }, REFETCH_INTERVAL_MS)
  useLiveEvent('inventoryItemUpdated', refresh)
  useLiveEvent('eggCoinsUpdated', refresh)
  return useInfiniteQuery({
    queryKey,
    enabled: useSignedIn(),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    getNextPageParam: (page) => page.at(-1)?.uuid,
  })
}
