import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'

/** The server makes its answer anew this often; who looks on asks as often. */
const REREAD_MS = 60_000

const activityQuery = queryOptions({
  queryKey: ['market-activity'],
  staleTime: REREAD_MS,
  refetchInterval: REREAD_MS,
  queryFn: async ({ signal }) => (await callApi('POST /marketplace/get-activity', {}, { signal })).items,
})

/** What happened on the market of each item in a day and a week; strangers may know it too. */
export function useActivity() {
  return useQuery(activityQuery)
}
