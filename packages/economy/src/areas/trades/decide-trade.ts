import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import type { UserId } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { pairIdOf } from '../social/pair.ts'
import type { CreateTrade, TradeCommand } from './commands.ts'
import { changeSides } from './decide-confirm-trade.ts'
import { endTrade } from './end-trade.ts'
import { asTradeId, NOTHING_OFFERED, sidesFor, TRADE_LIFE_MS, type Trade, type TradeSide } from './trade.ts'

type Decision = Result<EconomyEvent[], Rejection>

/** Opens a trade with a friend. A crossing call returns the other's trade unchanged (rules §11). */
export function decideCreateTrade(world: World, { userId, otherId }: CreateTrade, context: DecisionContext): Decision {
  if (userId === otherId) return fail({ code: 'oneself' })
  if (!world.social.areFriends(userId, otherId)) return fail({ code: 'not_friends' })
  if (world.trades.activeOf(pairIdOf(userId, otherId)) !== undefined) return succeed([])
  const { nowMs } = context
  const sides = userId < otherId ? ([userId, otherId] as const) : ([otherId, userId] as const)
  const trade: Trade = {
    id: asTradeId(context.newId()),
    sides: [newSide(sides[0]), newSide(sides[1])],
    creatorId: userId,
    status: 'active',
    revision: 0,
    version: 0,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + TRADE_LIFE_MS,
    endedAtMs: 0,
  }
  return succeed([{ type: 'trade_created', trade }])
}

/** Withdraws the caller's confirmation; the offer stays. */
export function decideCancelTrade(world: World, { userId, tradeId }: TradeCommand<'cancel_trade'>): Decision {
  const found = findActive(world, tradeId, userId)
  if (!found.ok) return found
  const { trade, own, other } = found.value
  if (own.confirmation === 'none') return succeed([])
  return succeed([changeSides(trade, { ...own, confirmation: 'none' }, other)])
}

/** Declines the trade, from either side. */
export function decideDeclineTrade(
  world: World,
  { userId, tradeId }: TradeCommand<'decline_trade'>,
  { nowMs }: DecisionContext,
): Decision {
  const found = findActive(world, tradeId, userId)
  if (!found.ok) return found
  return succeed([endTrade(found.value.trade, 'declined', nowMs)])
}

function findActive(
  world: World,
  tradeId: TradeCommand<'cancel_trade'>['tradeId'],
  userId: UserId,
): Result<{ trade: Trade; own: TradeSide; other: TradeSide }, Rejection> {
  const trade = world.trades.get(tradeId)
  const sides = trade === undefined ? undefined : sidesFor(trade, userId)
  if (trade === undefined || sides === undefined) return fail({ code: 'trade_not_found' })
  if (trade.status !== 'active') return fail({ code: 'trade_ended', status: trade.status })
  return succeed({ trade, own: sides[0], other: sides[1] })
}

function newSide(userId: UserId): TradeSide {
  return { userId, offer: NOTHING_OFFERED, confirmation: 'none', missing: [] }
}
