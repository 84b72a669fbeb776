import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { useSignedIn } from '../auth/session.ts'
import { holdings } from '../live/live-store.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => {
    const askedAt = holdings.sequence
    const { user } = await callApi('GET /get_profile', null, { signal })
    holdings.setCoins(user.coins, askedAt)
    return user
  },
})

/** The signed-in player. A 401 was already retried once after a refresh; any failure clears it (document 1 §4, §8). */
export function useProfile() {
  const { data, isError, error, refetch } = useQuery({ ...profileQuery, enabled: useSignedIn() })
  return { data: isError ? undefined : data, error, refetch }
}
