import type { Events } from '../../core/event.ts'
import type { UserId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import { pairIdOf } from '../social/pair.ts'
import { changeTrade, type Trade, type TradeStatus } from './trade.ts'

/** Ends a trade without moving anything. */
export function endTrade(trade: Trade, status: TradeStatus, endedAtMs: number): Events['trade_changed'] {
  return { type: 'trade_changed', trade: changeTrade(trade, { status, endedAtMs }) }
}

/** Ends the open trade of two players in the command that ends their friendship (rules §11). */
export function endTradeOfPair(world: World, one: UserId, other: UserId, nowMs: number): Events['trade_changed'][] {
  const trade = world.trades.activeOf(pairIdOf(one, other))
  if (trade === undefined) return []
  const hasExpired = trade.expiresAtMs <= nowMs
  return [hasExpired ? endTrade(trade, 'expired', trade.expiresAtMs) : endTrade(trade, 'cancelled', nowMs)]
}
