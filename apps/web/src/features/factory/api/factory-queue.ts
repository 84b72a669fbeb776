import { Queue } from '@clutch/contract/live'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { FACTORY_QUEUE_KEY } from '#shared/production/queue-keys.ts'

/** The factory jobs that are not finished, in their order; read again when the server says that they changed. */
export function useFactoryQueue() {
  const client = useQueryClient()
  useLiveEvent('queueChanged', ({ payload }) => {
    if (payload.case !== 'queueChanged' || payload.value.queue !== Queue.FACTORY) return
    void client.invalidateQueries({ queryKey: FACTORY_QUEUE_KEY })
  })
  return useQuery({
    queryKey: FACTORY_QUEUE_KEY,
    enabled: useSignedIn(),
    queryFn: async ({ signal }) => {
      const { response } = await callApi('POST /factory/queue', {}, { signal })
      return response
    },
  })
}
