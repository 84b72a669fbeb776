import type { QueryClient } from '@tanstack/react-query'
import { itemOfHash } from '#shared/market/item-address.ts'
import { itemDetailsQuery } from '#shared/market/item-details.ts'
import { pricesQuery } from '#shared/market/prices.ts'

/** Fetches what the market shows first, before its page has loaded. */
export function startMarket(client: QueryClient, hash: string): void {
  void client.prefetchQuery(pricesQuery)
  const itemId = itemOfHash(hash)
  if (itemId !== undefined) void client.prefetchQuery(itemDetailsQuery(itemId))
}
