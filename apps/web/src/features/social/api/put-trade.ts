import type { Trade } from '@clutch/contract'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { withTrade } from '../model/open-trades.ts'

/** Puts a trade into the list of open ones in the query cache, and reads the list again. */
export function putTrade(client: QueryClient, queryKey: QueryKey, trade: Trade): void {
  // A read that began before the change would bring the older state back.
  void client.cancelQueries({ queryKey })
  client.setQueryData<Trade[]>(queryKey, (trades = []) => withTrade(trades, trade))
  void client.invalidateQueries({ queryKey })
}
