import { useQuery } from '@tanstack/react-query'
import { TRADING_HISTORY_KEY } from '#shared/account/own-lots.ts'
import { callApi } from '#shared/api/api.ts'
import { useSignedIn } from '#shared/auth/session.ts'

/** What was bought, sold and earned per item, most earned first. */
export function useProfits() {
  return useQuery({
    queryKey: [...TRADING_HISTORY_KEY, 'profits'],
    enabled: useSignedIn(),
    queryFn: async ({ signal }) => {
      const { profits } = await callApi('POST /marketplace/get-profits', {}, { signal })
      return profits.toSorted((one, other) => other.realised_profit - one.realised_profit)
    },
  })
}
