import type { BlockedUser, FoundUser, Friend } from '@clutch/contract'
import { FIND_USERS_DEBOUNCE_MS, FIND_USERS_QUERY_MIN } from '@clutch/contract/constants'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { useDebouncedValue } from '#shared/timing/debounce.ts'
import { invitationsQuery, SOCIAL_KEY, tradesQuery } from './waiting.ts'

export const friendsQuery = queryOptions({
  queryKey: [...SOCIAL_KEY, 'friends'],
  queryFn: async ({ signal }): Promise<readonly Friend[]> =>
    (await callApi('GET /social/get-friend-list', null, { signal })).response,
})

export const blockedQuery = queryOptions({
  queryKey: [...SOCIAL_KEY, 'blocked'],
  queryFn: async ({ signal }): Promise<readonly BlockedUser[]> =>
    (await callApi('GET /social/get-block-list', null, { signal })).response,
})

export function useFriends() {
  return useQuery({ ...friendsQuery, enabled: useSignedIn() })
}

export function useInvitations() {
  return useQuery({ ...invitationsQuery, enabled: useSignedIn() })
}

export function useBlocked() {
  return useQuery({ ...blockedQuery, enabled: useSignedIn() })
}

export function useTrades() {
  return useQuery({ ...tradesQuery, enabled: useSignedIn() })
}

/**
 * Players of a name, once the typing has paused; none for less than two characters (document 2 §5). A letter and a space
 * are two characters: they find names of one letter.
 */
export function useFoundUsers(text: string) {
  const typed = useDebouncedValue(text, FIND_USERS_DEBOUNCE_MS)
  const q = typed.trim()
  const isSearched = isLongEnough(text) && isLongEnough(typed)
  const found = useQuery({
    queryKey: [...SOCIAL_KEY, 'found', q],
    enabled: isSearched,
    queryFn: async ({ signal }): Promise<readonly FoundUser[]> =>
      (await callApi('GET /social/find-users', null, { query: { q }, signal })).response,
  })
  return { ...found, isSearched }
}

function isLongEnough(text: string): boolean {
  return text.trim() !== '' && Array.from(text.trimStart()).length >= FIND_USERS_QUERY_MIN
}
