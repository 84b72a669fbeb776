import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useCommand } from '#shared/api/use-command.ts'

const KEY = 'roulette'

export const wheelQuery = queryOptions({
  queryKey: [KEY, 'wheel'],
  queryFn: ({ signal }) => callApi('GET /roulette/get', null, { signal }),
})

/** Everything that was committed to, and everything that was revealed. */
export const seedsQuery = queryOptions({
  queryKey: [KEY, 'seeds'],
  queryFn: ({ signal }) => callApi('GET /roulette/seeds', null, { signal }),
})

export function useWheel() {
  return useQuery(wheelQuery)
}

/** The player's spins, newest first, in pages. */
export function useSpins() {
  return useInfiniteQuery({
    queryKey: [KEY, 'spins'],
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) => callApi('POST /roulette/history', { before_id: pageParam }, { signal }),
    getNextPageParam: ({ spins, has_more }) => (has_more ? spins.at(-1)?.id : undefined),
  })
}

export function useSpin() {
  return useCommand('POST /roulette/spin', { invalidates: [[KEY]] })
}

export function useSetClientSeed() {
  return useCommand('POST /roulette/set-client-seed', { invalidates: [[KEY]], errors: 'inline' })
}
