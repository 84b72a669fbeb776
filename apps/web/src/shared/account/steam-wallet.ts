import type { SteamWallet } from '@clutch/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { useSignedIn } from '../auth/session.ts'
import { useLiveEvent } from '../live/live.ts'

/** Limits requests to the platform while the player moves between pages. */
const STALE_AFTER_MS = 60_000

export const steamWalletQuery = queryOptions({
  queryKey: ['steam-wallet'],
  staleTime: STALE_AFTER_MS,
  retry: false,
  queryFn: ({ signal }): Promise<SteamWallet> => callApi('GET /get_steam_wallet', null, { signal }),
})

/** The player's coins on the store platform, refetched when an exchange progresses. */
export function useSteamWallet() {
  const client = useQueryClient()
  useLiveEvent('exchangeChanged', () => void client.invalidateQueries(steamWalletQuery))
  return useQuery({ ...steamWalletQuery, enabled: useSignedIn() })
}
