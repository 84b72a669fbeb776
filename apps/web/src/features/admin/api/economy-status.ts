import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'

const KEY = ['economy-status']
const REFRESH_EVERY_MS = 5_000

/** Whether the economy is frozen and why; asked again and again while the panel is open. */
export function useEconomyStatus() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi('GET /console/status', null, { signal }),
    refetchInterval: REFRESH_EVERY_MS,
  })
}

export function useThaw() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => callApi('POST /admin/thaw-economy', { reason }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
