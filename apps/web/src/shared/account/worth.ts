import type { ItemWorth } from '@clutch/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { useSignedIn } from '../auth/session.ts'
import { useLiveEvent } from '../live/live.ts'
import { useThrottled } from '../timing/throttle.ts'

const WORTH_KEY = ['worth']
/** Holdings change in bursts; what they are worth is read again this often at most. */
const REFETCH_INTERVAL_MS = 2_000

/** What the player owns at fair prices, kept in step with inventory, wallet and lots. */
export function useWorth() {
  const client = useQueryClient()
  const refetch = useThrottled(() => void client.invalidateQueries({ queryKey: WORTH_KEY }), REFETCH_INTERVAL_MS)
  useLiveEvent('inventoryItemUpdated', refetch)
  useLiveEvent('eggCoinsUpdated', refetch)
  useLiveEvent('lotChanged', refetch)
  return useQuery({
    queryKey: WORTH_KEY,
    enabled: useSignedIn(),
    queryFn: async ({ signal }) => {
      const { coins, items, total } = await callApi('POST /inventory/worth', {}, { signal })
      const byId: ReadonlyMap<number, ItemWorth> = new Map(items.map((item) => [item.item_id, item]))
      return { coins, total, byId }
    },
  })
}
