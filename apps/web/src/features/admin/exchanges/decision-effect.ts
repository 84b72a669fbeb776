import type { ExchangeRequest, ParkedExchange } from '@clutch/contract'

/** What a decision moves. */
export interface DecisionEffect {
  readonly kind: 'burned' | 'refunded' | 'minted' | 'nothing'
  readonly coins: number
  readonly storeCount: number
}

/** The request with an unknown outcome: the first that has not ended. */
export function openRequest({ requests }: ParkedExchange): ExchangeRequest | undefined {
  return requests.find(({ state }) => state !== 'confirmed' && state !== 'refused')
}

/** What deciding that the open request was completed, or not, does to the player's coins (rules §9). */
export function effectOf(exchange: ParkedExchange, wasDone: boolean): DecisionEffect {
  const open = openRequest(exchange)
  if (open === undefined) return { kind: 'nothing', coins: 0, storeCount: 0 }
  const amounts = { coins: open.coins, storeCount: open.store_count }
  if (exchange.direction === 'to_steam') return { kind: wasDone ? 'burned' : 'refunded', ...amounts }
  return { kind: wasDone ? 'minted' : 'nothing', ...amounts }
}

/** Surprise coins that earlier requests of the exchange have already paid out. */
export function paidOut({ direction, requests }: ParkedExchange): number {
  if (direction === 'to_steam') return 0
  return requests.reduce((sum, { state, coins }) => sum + (state === 'confirmed' ? coins : 0), 0)
}
