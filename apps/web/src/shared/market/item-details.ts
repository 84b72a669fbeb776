import { toSafeNumber } from '@clutch/contract/live'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallResponse } from '@clutch/contract'
import { callApi } from '../api/api.ts'
import { useLiveEvent } from '../live/live.ts'
import { useThrottled } from '../timing/throttle.ts'

export type ItemDetails = CallResponse<'POST /marketplace/get-item-details'>

/** A busy book changes many times a second; this often it is read again. */
const REREAD_INTERVAL_MS = 400

export const itemDetailsQuery = (itemId: number) =>
  queryOptions({
    queryKey: ['item-details', itemId],
    queryFn: ({ signal }) => callApi('POST /marketplace/get-item-details', { item_type_id: itemId }, { signal }),
  })

/** An item's book and own lots, read again soon after each change. */
export function useItemDetails(itemId: number) {
  const client = useQueryClient()
  const reread = useThrottled(() => {
    void client.invalidateQueries({ queryKey: ['item-details', itemId] })
  }, REREAD_INTERVAL_MS)
  useLiveEvent('bookChanged', ({ payload }) => {
    if (payload.case === 'bookChanged' && toSafeNumber(payload.value.itemId) === itemId) reread()
  })
  useLiveEvent('lotChanged', ({ payload }) => {
    if (payload.case === 'lotChanged' && toSafeNumber(payload.value.itemId) === itemId) reread()
  })
  return useQuery(itemDetailsQuery(itemId))
}
