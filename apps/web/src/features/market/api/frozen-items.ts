import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useLiveEvent } from '#shared/live/live.ts'

const KEY = ['frozen-items']

/** Why the market in an item is stopped; undefined while it is open, which it nearly always is. */
export function useItemFreeze(itemId: number): string | undefined {
  const client = useQueryClient()
  useLiveEvent('itemFreezeChanged', () => void client.invalidateQueries({ queryKey: KEY }))
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await callApi('GET /marketplace/frozen-items', null, { signal })).response,
  })
  return data?.find(({ item_id }) => item_id === itemId)?.reason
}
