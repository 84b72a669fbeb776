import { useQuery } from '@tanstack/react-query'
import { TRADING_HISTORY_KEY } from '#shared/account/own-lots.ts'
import { callApi } from '#shared/api/api.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { OWN_TRADE_TYPES, ownTrades, type OwnTrade } from '../model/own-trades.ts'

/** More marks than these would hide the chart. */
const MARKS_MAX = 200
const NONE: readonly OwnTrade[] = []

/** The latest trades of an item that the player had a side in; none for anonymous visitors. */
export function useOwnTrades(itemId: number): readonly OwnTrade[] {
  const { data = NONE } = useQuery({
    queryKey: [...TRADING_HISTORY_KEY, 'item', itemId],
    enabled: useSignedIn(),
    queryFn: async ({ signal }) =>
      ownTrades(
        await callApi(
          'POST /marketplace/get-lot-history',
          { last_uuid: null, limit: MARKS_MAX, item_type_id: itemId, types: [...OWN_TRADE_TYPES] },
          { signal },
        ),
      ),
  })
  return data
}
