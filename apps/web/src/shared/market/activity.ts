import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'

/** The server refreshes its response this often. */
const REFETCH_MS = 60_000

const activityQuery = queryOptions({
  queryKey: ['market-activity'],
  staleTime: REFETCH_MS,
  refetchInterval: REFETCH_MS,
  queryFn: async ({ signal }) => (await callApi('POST /marketplace/get-activity', {}, { signal })).items,
})

/** Every item's market activity of a day and a week; public. */
export function useActivity() {
  return useQuery(activityQuery)
}
