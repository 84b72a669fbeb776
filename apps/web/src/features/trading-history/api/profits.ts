import { useQuery } from '@tanstack/react-query'
import { TRADING_HISTORY_KEY } from '#shared/account/own-lots.ts'
import { callApi } from '#shared/api/api.ts'
import { useSignedIn } from '#shared/auth/session.ts'

/** What was bought, sold and earned per item. */
export function useProfits() {
  return useQuery({
    queryKey: [...TRADING_HISTORY_KEY, 'profits'],
    enabled: useSignedIn(),
    queryFn: async ({ signal }) => (await callApi('POST /marketplace/get-profits', {}, { signal })).profits,
  })
}
