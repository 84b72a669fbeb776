import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { COINS, freeOf, type Move } from '../../core/ledger/accounts.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import { moveItems } from '../../core/ledger/move-items.ts'
import { asCoins, asOperationId } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { endTrade } from './end-trade.ts'
import type { Missing, Trade, TradeSide } from './trade.ts'

/** What a side lacks of what it offers, not counting what it would receive. */
export function missingOf(world: World, { userId, offer }: TradeSide): Missing[] {
  return [{ itemId: COINS, count: offer.coins }, ...offer.items].flatMap(({ itemId: asset, count }) => {
    const { free } = world.balanceOf(userId, asset)
    return free < count ? [{ asset, count: count - free }] : []
  })
}

/** Moves both offers, one operation per side. Both sides must have what they offer. */
export function completeTrade(world: World, trade: Trade, context: DecisionContext): Result<EconomyEvent[], Rejection> {
  const { sides } = trade
  const [low, high] = sides
  const draft = new LedgerDraft(world, context)
  const participants = sides.map(({ userId }) => ({
    id: asOperationId(context.newId()),
    userId,
    kind: 'trade' as const,
    causeId: trade.id,
  }))
  const posted = draft.post(participants, [...movesOf(low, high), ...movesOf(high, low)])
  if (!posted.ok) return posted
  return succeed([...draft.toEvents(), endTrade(trade, 'completed', context.nowMs)])
}

function movesOf({ userId, offer }: TradeSide, receiver: TradeSide): Move[] {
  const [from, to] = [freeOf(userId), freeOf(receiver.userId)]
  const coins = offer.coins === 0 ? [] : [{ from, to, asset: COINS, amount: asCoins(offer.coins) }]
  return [...coins, ...moveItems(offer.items, from, to)]
}
