import { Queue } from '@clutch/contract/live/values'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { useCommand } from '../api/use-command.ts'
import { useSignedIn } from '../auth/session.ts'
import { useLiveEvent } from '../live/live.ts'

/** Query keys of the queues. */
export const CRAFT_QUEUE_KEY = ['craft-queue']
export const FACTORY_QUEUE_KEY = ['factory-queue']

/** Unfinished craft jobs in order; refetched when the server reports a change. */
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

/** Unfinished factory jobs in order; refetched when the server reports a change. */
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

/** Cancels a job that has not started, with a full return (rules §4). */
export function useCancelJob(queue: 'craft' | 'factory') {
  return useCommand(`POST /${queue}/cancel`, {
    invalidates: [queue === 'craft' ? CRAFT_QUEUE_KEY : FACTORY_QUEUE_KEY],
    errors: 'inline',
  })
}
