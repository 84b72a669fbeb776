import type { Area } from '../../core/area.ts'
import type { CommandNeeds } from '../../core/needs.ts'
import type { UserId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import { pairIdOf } from '../social/pair.ts'
import type { CreateTrade } from './commands.ts'
import { decideConfirmTrade } from './decide-confirm-trade.ts'
import { decideCancelTrade, decideCreateTrade, decideDeclineTrade } from './decide-trade.ts'
import { endTrade } from './end-trade.ts'
import type { TradeId } from './trade.ts'
import { tradeRefsOf, Trades } from './trades.ts'
import { findTradeViolations } from './violations.ts'

declare module '../../core/ledger/operation-kinds.ts' {
  interface OperationKinds {
    readonly trade: OperationKindRow
  }
}

/** Trades between friends (rules §11). */
export const trades = {
  name: 'trades',
  commands: {
    create_trade: { decide: decideCreateTrade, needs: needsOfCreate },
    confirm_trade: { decide: decideConfirmTrade, needs: needsOfTrade },
    cancel_trade: { decide: decideCancelTrade, needs: needsOfTrade },
    decline_trade: { decide: decideDeclineTrade, needs: needsOfTrade },
  },
  operationKinds: { trade: { code: 24, from: ['free', 'other'], to: ['free', 'other'] } },
  apply: {
    trade_created: (world, { trade }) => world.trades.set(trade),
    trade_changed: (world, { trade }) => world.trades.set(trade),
  },
  createWorldParts: () => ({ trades: new Trades() }),
  entities: {
    pair: {
      has: (world, id) => world.trades.hasPair(id),
      drop: (world, id) => world.trades.dropPair(id),
    },
    trade: {
      has: (world, id) => world.trades.has(id),
      drop: (world, id) => world.trades.drop(id),
      size: () => 1,
    },
  },
  due: {
    trade: {
      nextMs: (world, id) => {
        const trade = world.trades.get(id)
        return trade?.status === 'active' ? trade.expiresAtMs : undefined
      },
      settle: (world, id, { nowMs }, apply) => {
        const trade = world.trades.get(id)
        if (trade?.status === 'active' && trade.expiresAtMs <= nowMs) apply([endTrade(trade, 'expired', nowMs)])
      },
    },
  },
  findViolations: findTradeViolations,
} as const satisfies Area

/** The pair, and its open trade, which may just have expired. */
function needsOfCreate(world: World, { userId, otherId }: CreateTrade): CommandNeeds {
  if (userId === otherId) return { users: [userId] }
  const id = pairIdOf(userId, otherId)
  const refs = tradeRefsOf(world, id)
  return {
    users: [userId, otherId],
    entities: [{ kind: 'pair', id }, ...refs],
    due: refs.flatMap((ref) => (ref.kind === 'trade' ? [ref] : [])),
  }
}

/** The trade, and its players once it is loaded. */
function needsOfTrade(
  world: World,
  { userId, tradeId }: { readonly userId: UserId; readonly tradeId: TradeId },
): CommandNeeds {
  const trade = world.trades.get(tradeId)
  const users = new Set([userId, ...(trade?.sides ?? []).map((side) => side.userId)])
  const ref = { kind: 'trade', id: tradeId } as const
  return { users: [...users], entities: [ref], due: [ref] }
}
