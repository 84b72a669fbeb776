import { useQuery } from '@tanstack/react-query'
import { TRADING_HISTORY_KEY, useOwnLots } from '#shared/account/own-lots.ts'
import { callApi } from '#shared/api/api.ts'
import { hasLooked } from '#shared/guide/first-look.ts'
import type { FirstSteps } from '../model/first-trade.ts'

/**
 * What a player has done of a first trade; undefined until it is known, null when it cannot be. Trades are followed as
 * they happen.
 */
export function useFirstSteps(): FirstSteps | undefined | null {
  const bought = useHasTraded(['buy_manual', 'buy_auto'])
  const sold = useHasTraded(['sell_manual', 'sell_auto'])
  const own = useOwnLots()
  const hasFailed = [bought, sold, own].some(({ isError, data }) => isError && data === undefined)
  if (hasFailed) return null
  if (bought.data === undefined || sold.data === undefined || own.data === undefined) return undefined
  return {
    hasLooked: hasLooked(),
    hasBought: bought.data,
    hasOffered: own.data.lots.some(({ type }) => type === 'sell'),
    hasSold: sold.data,
  }
}

function useHasTraded(types: ('buy_manual' | 'buy_auto' | 'sell_manual' | 'sell_auto')[]) {
  return useQuery({
    queryKey: [...TRADING_HISTORY_KEY, 'has-traded', types],
    queryFn: async ({ signal }) =>
      (await callApi('POST /marketplace/get-lot-history', { limit: 1, types }, { signal })).length > 0,
  })
}
