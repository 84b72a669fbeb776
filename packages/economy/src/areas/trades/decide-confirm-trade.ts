import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { fromMap } from '../../core/item-amounts.ts'
import { isAmount, type ItemId } from '../../core/numbers.ts'
import { shortageOf, type Rejection } from '../../core/rejection.ts'
import { asAmount } from '../../core/numbers.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import type { ConfirmTrade } from './commands.ts'
import { completeTrade, missingOf } from './complete-trade.ts'
import {
  changeTrade,
  isSameOffer,
  sidesFor,
  TRADE_ITEMS_MAX,
  type Trade,
  type TradeOffer,
  type TradeSide,
} from './trade.ts'

/**
 * Sets the caller's whole offer and confirms it (rules §11). Only a changed offer raises the revision and voids the
 * other side's confirmation. Once both sides have confirmed what they have seen, the trade completes.
 */
export function decideConfirmTrade(
  world: World,
  command: ConfirmTrade,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const { userId, tradeId, seenRevision } = command
  const trade = world.trades.get(tradeId)
  const sides = trade === undefined ? undefined : sidesFor(trade, userId)
  if (trade === undefined || sides === undefined) return fail({ code: 'trade_not_found' })
  if (trade.status !== 'active') return fail({ code: 'trade_ended', status: trade.status })
  const { revision } = trade
  if (seenRevision !== undefined && seenRevision !== revision) return fail({ code: 'trade_changed', revision })
  const { reason } = world.account(userId).tradingFreeze
  if (reason !== '') return fail({ code: 'trading_frozen', reason })
  if (world.account(sides[1].userId).tradingFreeze.reason !== '') return fail({ code: 'partner_frozen' })
  const offered = readOffer(world, command)
  if (!offered.ok) return offered
  const [before, other] = sides
  const offer = offered.value
  const differs = !isSameOffer(before.offer, offer)
  const hasSeen = seenRevision !== undefined || (!differs && before.confirmation === 'seen')
  const own: TradeSide = { userId, offer, confirmation: hasSeen ? 'seen' : 'blind', missing: [] }
  const [shortage] = missingOf(world, own)
  if (shortage !== undefined) return fail(shortageOf(shortage.asset, asAmount(shortage.count)))
  // A trade that would change nothing is rejected (rules §17); setting an offer without confirming it completes nothing.
  if (hasSeen && isSameOffer(offer, other.offer)) return fail({ code: 'empty_trade' })
  if (differs) {
    return succeed([changeSides({ ...trade, revision: revision + 1 }, own, { ...other, confirmation: 'none' })])
  }
  if (!hasSeen || other.confirmation !== 'seen') return succeed([changeSides(trade, own, other)])
  const missing = missingOf(world, other)
  if (missing.length > 0) return succeed([changeSides(trade, own, { ...other, confirmation: 'none', missing })])
  return completeTrade(world, { ...trade, sides: inOrder(own, other) }, context)
}

function readOffer(world: World, { coins, items }: ConfirmTrade): Result<TradeOffer, Rejection> {
  if (!isAmount(coins)) return fail({ code: 'invalid_count', count: coins })
  if (items.length > TRADE_ITEMS_MAX) return fail({ code: 'too_many_trade_items', max: TRADE_ITEMS_MAX })
  const counts = new Map<ItemId, number>()
  for (const { itemId, count } of items) {
    const item = world.catalogue.items.get(itemId)
    if (item === undefined) return fail({ code: 'unknown_item', itemId })
    if (!item.canTrade) return fail({ code: 'item_not_tradable', itemId })
    if (!isAmount(count) || count === 0 || counts.has(itemId)) return fail({ code: 'invalid_count', count })
    counts.set(itemId, count)
  }
  return succeed({ coins, items: fromMap(counts) })
}

/** Replaces the sides of a trade, given in any order. */
export function changeSides(trade: Trade, own: TradeSide, other: TradeSide): EconomyEvent {
  return { type: 'trade_changed', trade: changeTrade(trade, { sides: inOrder(own, other) }) }
}

function inOrder(own: TradeSide, other: TradeSide): Trade['sides'] {
  return own.userId < other.userId ? [own, other] : [other, own]
}
