import { FIRST_ITEM_ID } from '../../apps/server/tests/support/make-pack.ts'
import type { Load, LoadResult } from './orders-load.ts'
import { pathOf, runToEnd } from './processes.ts'

/** A starter pack that never runs out. */
export const AMPLE_STARTER = { starterCoins: 10_000_000_000, starterCount: 10_000_000 }

const LOAD_GENERATORS = { http: './load-process.ts', sockets: './socket-load-process.ts' }
export type Way = keyof typeof LOAD_GENERATORS

/** Alternating sell and buy orders on evenly traded items by default. */
type OrdersToSend = Omit<Load, 'path' | 'zipf'> & Partial<Pick<Load, 'path' | 'zipf'>>

/**
 * Sends orders from a separate process and waits for its end.
 * @throws when an order was not acknowledged, since the figures would be meaningless.
 */
export async function sendOrders(way: Way, orders: OrdersToSend): Promise<LoadResult> {
  const load: Load = { path: null, zipf: 0, ...orders }
  const result = await runToEnd<LoadResult>(pathOf(LOAD_GENERATORS[way]), load)
  const failed = Object.entries(result.failures).filter(([, count]) => count > 0)
  if (failed.length > 0) throw new Error(`Orders failed: ${JSON.stringify(Object.fromEntries(failed))}`)
  return result
}

/** The first items of a test pack. */
export function itemIds(count: number, first = FIRST_ITEM_ID): number[] {
  return Array.from({ length: count }, (_, index) => first + index)
}
