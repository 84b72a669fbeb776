import { HISTORY_PAGE_SIZE } from '@clutch/contract/constants'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { TRADING_HISTORY_KEY } from '#shared/account/own-lots.ts'
import { callApi } from '#shared/api/api.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import type { HistoryView } from '../model/history-view.ts'

type Filters = Pick<HistoryView, 'types' | 'itemId'>

/** One page of the trading history, newest first; without a cursor, the first. */
export function useTradingHistory({ lastUuid, types, itemId }: HistoryView) {
  return useQuery({
    queryKey: [...TRADING_HISTORY_KEY, 'page', lastUuid, types, itemId],
    enabled: useSignedIn(),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      callApi(
        'POST /marketplace/get-lot-history',
        { last_uuid: lastUuid ?? null, limit: HISTORY_PAGE_SIZE, ...toFilter({ types, itemId }) },
        { signal },
      ),
  })
}

/** The cursor of the page before the one that begins after `lastUuid`; undefined when that is the first page. */
export async function findPreviousCursor(lastUuid: string, filters: Filters): Promise<string | undefined> {
  const page = await callApi('POST /marketplace/get-lot-history', {
    last_uuid: lastUuid,
    is_prev: true,
    limit: HISTORY_PAGE_SIZE,
    ...toFilter(filters),
  })
  // The answer holds what comes before the cursor's own entry; that entry ends the page before.
  return page.length < HISTORY_PAGE_SIZE ? undefined : page[0]?.uuid
}

function toFilter({ types, itemId }: Filters) {
  return { ...(types.length > 0 && { types: [...types] }), ...(itemId !== null && { item_type_id: itemId }) }
}

/** What was bought, sold and earned per item. */
export function useProfits() {
  return useQuery({
    queryKey: [...TRADING_HISTORY_KEY, 'profits'],
    enabled: useSignedIn(),
    queryFn: async ({ signal }) => (await callApi('POST /marketplace/get-profits', {}, { signal })).profits,
  })
}
