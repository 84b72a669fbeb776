import type { LiveEvent } from '@clutch/contract/live'
import { toSafeNumber } from '@clutch/contract/live/values'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callApi } from '../api/api.ts'
import { useSignedIn } from '../auth/session.ts'
import { live, useLiveEvent } from '../live/live.ts'
import { useThrottled } from '../timing/throttle.ts'
import { withLevel, type ItemDetails } from './book-levels.ts'
import { ANONYMOUS_REFETCH_MS } from './prices.ts'

export type { ItemDetails }

/** Refetch interval of a busy book that is not subscribed, and of own lots. */
const REFETCH_INTERVAL_MS = 400

export const ITEM_DETAILS_KEY = ['item-details']

export const itemDetailsQuery = (itemId: number) =>
  queryOptions({
    queryKey: [...ITEM_DETAILS_KEY, itemId],
    async queryFn({ signal }) {
      await live.book.ready(itemId)
      return callApi('POST /marketplace/get-item-details', { item_type_id: itemId }, { signal })
    },
  })

/** An item's book, updated by level events, and own lots, refetched when one changes. */
export function useItemDetails(itemId: number) {
  const client = useQueryClient()
  const { queryKey } = itemDetailsQuery(itemId)
  const change = (apply: (details: ItemDetails) => ItemDetails) =>
    client.setQueryData<ItemDetails>(queryKey, (details) => (details === undefined ? undefined : apply(details)))
  const refetch = useThrottled(() => {
    void client.invalidateQueries({ queryKey })
  }, REFETCH_INTERVAL_MS)

  useEffect(() => live.book.show(itemId), [itemId])
  useLiveEvent('bookLevelChanged', (event) => {
    if (itemOf(event) !== itemId) return
    change((details) => withLevel(details, event))
    // Lots ahead of the player's at the same price may be gone.
    if (client.getQueryData<ItemDetails>(queryKey)?.user_lots.some((lot) => lot.ahead_count > 0) === true) refetch()
  })
  useLiveEvent('bookChanged', ({ payload }) => {
    if (payload.case !== 'bookChanged' || toSafeNumber(payload.value.itemId) !== itemId) return
    const { tradedPrice, tradedCount } = payload.value
    if (live.book.followed !== itemId) refetch()
    else if (toSafeNumber(tradedCount) > 0) {
      change((details) => ({ ...details, last_price: toSafeNumber(tradedPrice) }))
    }
  })
  useLiveEvent('lotChanged', (event) => {
    if (itemOf(event) === itemId) refetch()
  })
  return useQuery({ ...itemDetailsQuery(itemId), refetchInterval: useSignedIn() ? false : ANONYMOUS_REFETCH_MS })
}

function itemOf({ payload }: LiveEvent): number | undefined {
  return payload.case === 'bookLevelChanged' || payload.case === 'lotChanged'
    ? toSafeNumber(payload.value.itemId)
    : undefined
}
