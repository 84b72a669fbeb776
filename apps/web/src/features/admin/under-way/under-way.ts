import { EXCHANGE_PAGE_SIZE, PLAYER_LOTS_PAGE_SIZE, TRADE_HISTORY_PAGE_SIZE } from '@clutch/contract/constants'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'

/** Every read is a row in the audit log, so nothing is refetched automatically. */
const READ_ONCE = { staleTime: Infinity, gcTime: 0, retry: false } as const

export function usePlayerLots(steamId: string) {
  return useInfiniteQuery({
    queryKey: ['player-lots', steamId],
    queryFn: async ({ pageParam, signal }) =>
      (await callApi('POST /admin/player-lots', { steam_id: steamId, last_uuid: pageParam }, { signal })).response,
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PLAYER_LOTS_PAGE_SIZE ? undefined : page.at(-1)?.lot_uuid),
    ...READ_ONCE,
  })
}

export function usePlayerJobs(steamId: string) {
  return useQuery({
    queryKey: ['player-jobs', steamId],
    queryFn: ({ signal }) => callApi('POST /admin/player-jobs', { steam_id: steamId }, { signal }),
    ...READ_ONCE,
  })
}

export function usePlayerTrades(steamId: string) {
  return useInfiniteQuery({
    queryKey: ['player-trades', steamId],
    queryFn: ({ pageParam, signal }) =>
      callApi('POST /admin/player-trades', { steam_id: steamId, last_uuid: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ ended }) => (ended.length < TRADE_HISTORY_PAGE_SIZE ? undefined : ended.at(-1)?.id),
    ...READ_ONCE,
  })
}

export function usePlayerExchanges(steamId: string) {
  return useInfiniteQuery({
    queryKey: ['player-exchanges', steamId],
    queryFn: async ({ pageParam, signal }) =>
      (await callApi('POST /admin/player-exchanges', { steam_id: steamId, last_uuid: pageParam }, { signal })).response,
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < EXCHANGE_PAGE_SIZE ? undefined : page.at(-1)?.id),
    ...READ_ONCE,
  })
}
