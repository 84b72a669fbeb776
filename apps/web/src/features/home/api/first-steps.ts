import { useQuery } from '@tanstack/react-query'
import { TRADING_HISTORY_KEY, useOwnLots } from '#shared/account/own-lots.ts'
import { callApi } from '#shared/api/api.ts'
import { hasLooked } from '#shared/guide/looked.ts'
import type { FirstSteps } from '../model/first-trade.ts'

/** What a player has done of a first trade; undefined until it is known. Trades are followed as they happen. */
export function useFirstSteps(): FirstSteps | undefined {
  const bought = useHasTraded(['buy_manual', 'buy_auto'])
  const sold = useHasTraded(['sell_manual', 'sell_auto'])
  const { data: own } = useOwnLots()
  if (bought === undefined || sold === undefined || own === undefined) return undefined
  return {
    hasLooked: hasLooked(),
    hasBought: bought,
    hasOffered: own.lots.some(({ type }) => type === 'sell'),
    hasSold: sold,
  }
}

function useHasTraded(types: ('buy_manual' | 'buy_auto' | 'sell_manual' | 'sell_auto')[]): boolean | undefined {
  return useQuery({
    queryKey: [...TRADING_HISTORY_KEY, 'has-traded', types],
    queryFn: async ({ signal }) =>
      (await callApi('POST /marketplace/get-lot-history', { limit: 1, types }, { signal })).length > 0,
  }).data
}
