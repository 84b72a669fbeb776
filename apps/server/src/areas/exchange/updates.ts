import type { Exchange } from '@clutch/economy'
import type { LiveArea } from '../../live/area.ts'
import type { AreaUpdateDraft } from '../../writer/area.ts'

declare module '../../bus/message.ts' {
  interface AreaUpdates {
    readonly exchange: readonly ExchangeUpdate[]
  }
}

type ExchangeUpdate = Pick<Exchange, 'id' | 'userId' | 'state' | 'currency' | 'direction' | 'storeCount' | 'coins'>

/** Collects a batch's exchange updates: the final state of each. */
export function draftExchangeUpdates(): AreaUpdateDraft {
  const exchanges = new Map<string, ExchangeUpdate>()
  return {
    on: {
      exchange_changed({ exchange: { id, userId, state, currency, direction, storeCount, coins } }) {
        exchanges.set(id, { id, userId, state, currency, direction, storeCount, coins })
      },
    },
    take: () => (exchanges.size === 0 ? {} : { exchange: [...exchanges.values()] }),
  }
}

export const exchangeFrames: NonNullable<LiveArea['frames']> = ({ exchange = [] }, sink) => {
  for (const { id, userId, state, currency, direction, storeCount, coins } of exchange) {
    if (!sink.isConnected(userId)) continue
    const value = { id, state, currency, direction, storeCount: BigInt(storeCount), coins: BigInt(coins) }
    sink.toPlayer(userId, `exchange/${id}`, { case: 'exchangeChanged', value })
  }
}
