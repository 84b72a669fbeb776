import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { useThrottled } from '#shared/timing/throttle.ts'

const HISTORY_KEY = ['inventory-history']
const REREAD_INTERVAL_MS = 2_000

/**
 * What changed the inventory, newest first, page after page: the last uuid is the cursor, and more pages exist while
 * the last one was non-empty (document 1 §4). Another item begins anew.
 */
export function useInventoryHistory(itemId: number | null) {
  const client = useQueryClient()
  const reread = useThrottled(() => void client.invalidateQueries({ queryKey: HISTORY_KEY }), REREAD_INTERVAL_MS)
  useLiveEvent('inventoryItemUpdated', reread)
  return useInfiniteQuery({
    queryKey: [...HISTORY_KEY, itemId],
    enabled: useSignedIn(),
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { response } = await callApi(
        'POST /inventory/history',
        { last_uuid: pageParam, filter_item_id: itemId ?? 0 },
        { signal },
      )
      return response
    },
    getNextPageParam: (page) => page.at(-1)?.uuid,
  })
}
