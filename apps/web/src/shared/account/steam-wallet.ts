import type { SteamWallet } from '@clutch/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { useSignedIn } from '../auth/session.ts'
import { useLiveEvent } from '../live/live.ts'

/** The platform is asked no more often than this by who only walks from page to page. */
const STALE_AFTER_MS = 60_000

export const steamWalletQuery = queryOptions({
  queryKey: ['steam-wallet'],
  staleTime: STALE_AFTER_MS,
  retry: false,
  queryFn: ({ signal }): Promise<SteamWallet> => callApi('GET /get_steam_wallet', null, { signal }),
})

/** The player's coins on the store platform, read again when an exchange has moved on. */
export function useSteamWallet() {
  const client = useQueryClient()
  useLiveEvent('exchangeChanged', () => void client.invalidateQueries(steamWalletQuery))
  return useQuery({ ...steamWalletQuery, enabled: useSignedIn() })
}
