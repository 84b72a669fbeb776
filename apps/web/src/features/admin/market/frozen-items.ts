import type { CallBody } from '@clutch/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useApiMutation } from '#shared/api/use-command.ts'
import { sendUnderKey } from '../operator-command.ts'

const KEY = ['operator-frozen-items']
/** Poll interval while lots are being cancelled. */
const WATCH_EVERY_MS = 3_000

export function useFrozenItems() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await callApi('POST /admin/frozen-items', {}, { signal })).response,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    // Every read is a row in the audit log, so only items being cleared are polled.
    refetchInterval: ({ state }) =>
      state.data?.some(({ open_lots }) => open_lots > 0) === true ? WATCH_EVERY_MS : false,
  })
}

export function useFreezeItem() {
  return useApiMutation({
    mutationFn: (body: CallBody<'POST /admin/freeze-item'>) => sendUnderKey('POST /admin/freeze-item', body),
    invalidates: [KEY],
  })
}
