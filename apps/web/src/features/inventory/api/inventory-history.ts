import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { useThrottled } from '#shared/timing/throttle.ts'

/** What an operation has to have changed. */
export const HISTORY_ASSETS = ['all', 'coins', 'items'] as const
export type HistoryAssets = (typeof HISTORY_ASSETS)[number]

const HISTORY_KEY = ['inventory-history']
const REREAD_INTERVAL_MS = 2_000

/**
 * What changed the inventory, newest first, page after page: the last uuid is the cursor, and more pages exist while
 * the last one was non-empty (document 1 §4). Another filter begins anew.
 */
export function useInventoryHistory(itemId: number | null, assets: HistoryAssets) {
  const client = useQueryClient()
  const reread = useThrottled(() => void client.invalidateQueries({ queryKey: HISTORY_KEY }), REREAD_INTERVAL_MS)
  useLiveEvent('inventoryItemUpdated', reread)
  useLiveEvent('eggCoinsUpdated', reread)
  return useInfiniteQuery({
    queryKey: [...HISTORY_KEY, itemId, assets],
    enabled: useSignedIn(),
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { response } = await callApi(
        'POST /inventory/history',
        { last_uuid: pageParam, filter_item_id: itemId ?? 0, assets },
        { signal },
      )
      return response
    },
    getNextPageParam: (page) => page.at(-1)?.uuid,
  })
}
