import { WORLD } from '@clutch/economy'
import type { ServerArea } from '../../area.ts'

declare module '../../bus/message.ts' {
  interface AreaUpdates {
    /** Free balances after the batch; asset 0 is the coin. */
    readonly inventory: readonly BalanceUpdate[]
  }
}

/** A free balance at the end of a batch. */
export interface BalanceUpdate {
  readonly userId: string
  readonly asset: number
  readonly free: number
}

/** Players' balances with their history and charts. */
export const inventoryArea = {
  name: 'inventory',
  updates() {
    const balances = new Map<string, BalanceUpdate>()
    return {
      on: {
        ledger_posted({ changes }) {
          for (const { owner, asset, free } of changes) {
            if (owner !== WORLD) balances.set(`${owner}/${asset}`, { userId: owner, asset, free })
          }
        },
      },
      take: () => (balances.size === 0 ? {} : { inventory: [...balances.values()] }),
    }
  },
  frames({ inventory = [] }, sink) {
    for (const { userId, asset, free } of inventory) {
      if (!sink.isConnected(userId)) continue
      if (asset === 0) sink.toPlayer(userId, 'coins', { case: 'eggCoinsUpdated', value: BigInt(free) })
      else {
        const value = { itemId: BigInt(asset), count: BigInt(free) }
        sink.toPlayer(userId, `item/${asset}`, { case: 'inventoryItemUpdated', value })
      }
    }
  },
} satisfies ServerArea
