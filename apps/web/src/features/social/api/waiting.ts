import type { Invitation, Trade } from '@clutch/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'

export const SOCIAL_KEY = ['social']

export const invitationsQuery = queryOptions({
  queryKey: [...SOCIAL_KEY, 'invitations'],
  queryFn: async ({ signal }): Promise<readonly Invitation[]> =>
    (await callApi('GET /social/get-invite-list', null, { signal })).response,
})

export const tradesQuery = queryOptions({
  queryKey: [...SOCIAL_KEY, 'trades'],
  queryFn: async ({ signal }): Promise<readonly Trade[]> =>
    (await callApi('GET /social/get-active-trades', null, { signal })).response,
})

/**
 * The number of received invitations and open trades. Fetches nothing: the social chunk loads and refreshes both lists
 * once the browser is idle.
 */
export function useWaitingCount(): number {
  const { data: invitations = [] } = useQuery({ ...invitationsQuery, enabled: false })
  const { data: trades = [] } = useQuery({ ...tradesQuery, enabled: false })
  return invitations.filter(({ direction }) => direction === 'in').length + trades.length
}
