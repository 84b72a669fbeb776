import { useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useApiMutation } from '#shared/api/use-command.ts'

const KEY = ['sessions']

/** The player's sessions. */
export function useSessions() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await callApi('GET /auth/sessions', undefined, { signal })).response,
    staleTime: 0,
  })
}

/** Ends a session. A failure may mean that it has ended already. */
export function useEndSession() {
  return useApiMutation({
    mutationFn: (id: string) => callApi('POST /auth/sessions/end', { id }),
    invalidates: [KEY],
    invalidatesOnError: [KEY],
  })
}
