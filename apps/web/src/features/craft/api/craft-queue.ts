import { Queue } from '@clutch/contract/live'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { CRAFT_QUEUE_KEY } from '#shared/production/queue-keys.ts'

/** The craft jobs that are not finished, in their order; read again when the server says that they changed. */
export function useCraftQueue() {
  const client = useQueryClient()
  useLiveEvent('queueChanged', ({ payload }) => {
    if (payload.case !== 'queueChanged' || payload.value.queue !== Queue.CRAFT) return
    void client.invalidateQueries({ queryKey: CRAFT_QUEUE_KEY })
  })
  return useQuery({
    queryKey: CRAFT_QUEUE_KEY,
    enabled: useSignedIn(),
    queryFn: async ({ signal }) => {
      const { response } = await callApi('POST /craft/queue', {}, { signal })
      return response
    },
  })
}
