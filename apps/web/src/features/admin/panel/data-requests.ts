import { useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useApiMutation } from '#shared/api/use-command.ts'
import { sendUnderKey } from '../operator-command.ts'

export type DataAct = 'POST /admin/export-player' | 'POST /admin/delete-player' | 'POST /admin/keep-player'

export function useDataRequests(steamId: string) {
  return useQuery({
    queryKey: ['player-data', steamId],
    queryFn: ({ signal }) => callApi('POST /admin/player-data', { steam_id: steamId }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}

/** Starts or cancels a data request on the player's behalf. */
export function useDataAct(steamId: string) {
  return useApiMutation({
    mutationFn: ({ name, reason }: { name: DataAct; reason: string }) => {
      const body = { steam_id: steamId, reason }
      return sendUnderKey<DataAct>(name, body)
    },
    invalidates: [
      ['player-data', steamId],
      ['player-file', steamId],
    ],
  })
}
