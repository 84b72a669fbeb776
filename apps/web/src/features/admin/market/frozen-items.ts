import type { CallBody } from '@clutch/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { sendUnderKey } from '../api/operator-command.ts'

const KEY = ['operator-frozen-items']
/** While lots are being cancelled their number falls. */
const WATCH_EVERY_MS = 3_000

export function useFrozenItems() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await callApi('POST /admin/frozen-items', {}, { signal })).response,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    // Each look is a row in the audit log: only what is being cleared is looked at again.
    refetchInterval: ({ state }) =>
      state.data?.some(({ open_lots }) => open_lots > 0) === true ? WATCH_EVERY_MS : false,
  })
}

export function useFreezeItem() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallBody<'POST /admin/freeze-item'>) => sendUnderKey('POST /admin/freeze-item', body),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
