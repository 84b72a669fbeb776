import type { Trade } from '@clutch/contract'
import { TRADE_HISTORY_PAGE_SIZE } from '@clutch/contract/constants'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { SOCIAL_KEY } from './waiting.ts'

/** Ended trades, newest first, page by page: of one other player those that completed, or all of the player's. */
export function usePastTrades(userId: string | undefined, isNeeded: boolean) {
  const of = userId === undefined ? {} : { user_uuid: userId, trade_status: 'completed' as const }
  return useInfiniteQuery({
    queryKey: [...SOCIAL_KEY, 'past', userId ?? ''],
    enabled: useSignedIn() && isNeeded,
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<readonly Trade[]> =>
      (await callApi('GET /social/get-trade-history', null, { query: { ...of, last_uuid: pageParam }, signal }))
        .response,
    getNextPageParam: (page) => (page.length < TRADE_HISTORY_PAGE_SIZE ? undefined : page.at(-1)?.id),
  })
}

/** All that has ever passed between the player and another one. */
export function useTradeTotals(userId: string) {
  return useQuery({
    queryKey: [...SOCIAL_KEY, 'past', userId, 'totals'],
    enabled: useSignedIn(),
    queryFn: ({ signal }) => callApi('GET /social/get-trade-totals', null, { query: { user_uuid: userId }, signal }),
  })
}
