import { OPERATIONS_PAGE_SIZE } from '@clutch/contract/constants'
import type { CallBody } from '@clutch/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useApiMutation } from '#shared/api/use-command.ts'
import { sendUnderKey } from '../operator-command.ts'

type PlayerAct = 'POST /admin/add-note' | 'POST /admin/end-sessions' | 'POST /admin/ban' | 'POST /admin/freeze-trading'

const READ_ONCE = { staleTime: Infinity, gcTime: 0, retry: false } as const

export function usePlayerFile(steamId: string) {
  return useQuery({
    queryKey: ['player-file', steamId],
    queryFn: async ({ signal }) => (await callApi('POST /admin/player-file', { steam_id: steamId }, { signal })).file,
    ...READ_ONCE,
  })
}

/** An action on a player other than item changes; refetches the player's file. */
export function usePlayerAct(steamId: string) {
  return useApiMutation({
    mutationFn: ({ name, body }: { name: PlayerAct; body: CallBody<PlayerAct> }) => sendUnderKey(name, body),
    invalidates: [['player-file', steamId]],
  })
}

/** A player's ledger, page by page, newest first. */
export function useOperations(steamId: string) {
  return useInfiniteQuery({
    queryKey: ['operations', steamId],
    queryFn: async ({ pageParam, signal }) =>
      (await callApi('POST /admin/operations', { steam_id: steamId, last_uuid: pageParam }, { signal })).response,
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < OPERATIONS_PAGE_SIZE ? undefined : page.at(-1)?.id),
    ...READ_ONCE,
  })
}
