import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { COINS, THE_WORLD, freeOf, heldOf, type Move } from '../../core/ledger/accounts.ts'
import type { LedgerDraft } from '../../core/ledger/ledger.ts'
import { asCoins, asOperationId, asQuantity, type Coins, type OperationId } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { succeed, type Result } from '../../core/result.ts'
import { asNotificationId } from '../notifications/notification.ts'
import type { CostBasisDraft } from './cost-basis.ts'
import type { MarketRecorded } from './events.ts'
import type { Lot } from './lot.ts'
import type { Fill, Incoming } from './match.ts'
import { toLot } from './price-level.ts'
import type { MarketTerms } from './terms.ts'

const BASIS_POINTS = 10_000

/** The market's fee on a seller's proceeds, rounded down in the seller's favour (rules §2). Exact for any amount. */
export function marketFee(proceeds: Coins, feeBasisPoints: number): Coins {
  const whole = Math.floor(proceeds / BASIS_POINTS)
  const rest = proceeds % BASIS_POINTS
  return asCoins(whole * feeBasisPoints + Math.floor((rest * feeBasisPoints) / BASIS_POINTS))
}

/**
 * One trade, at the resting lot's price: goods and coins change hands in one posting, which is one operation for
 * each of the two (rules §2). Their history lines carry the ids of those operations.
 */
export function settleFill(
  draft: LedgerDraft,
  costBases: CostBasisDraft,
  terms: MarketTerms,
  incoming: Incoming,
  fill: Fill,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const { lot, count } = fill
  const takerBuys = incoming.side === 'buy'
  const takerOperationId = asOperationId(context.newId())
  const makerOperationId = asOperationId(context.newId())
  const posted = draft.post(
    [
      { id: takerOperationId, userId: incoming.userId, kind: takerBuys ? 'buy_lot' : 'sell_lot', causeId: undefined },
      { id: makerOperationId, userId: lot.ownerId, kind: takerBuys ? 'sell_lot' : 'buy_lot', causeId: lot.id },
    ],
    movesOfTrade(incoming, fill, terms.feeBasisPoints),
  )
  if (!posted.ok) return posted
  const record = { type: 'market_recorded', itemId: lot.itemId, price: lot.price } as const
  const paid = asCoins(lot.price * count)
  const received = asCoins(paid - marketFee(paid, terms.feeBasisPoints))
  const takerLine = {
    recordType: takerBuys ? 'buy_manual' : 'sell_manual',
    count,
    total: takerBuys ? paid : received,
  } as const
  const makerLine = {
    recordType: takerBuys ? 'sell_auto' : 'buy_auto',
    count,
    total: takerBuys ? received : paid,
  } as const
  const takerRecord: MarketRecorded = {
    ...record,
    ...takerLine,
    id: takerOperationId,
    userId: incoming.userId,
    lotId: undefined,
    lotCreatedAtMs: context.nowMs,
    costBasis: costBases.add(incoming.userId, takerLine),
  }
  const makerRecord: MarketRecorded = {
    ...record,
    ...makerLine,
    id: makerOperationId,
    userId: lot.ownerId,
    lotId: lot.id,
    lotCreatedAtMs: lot.createdAtMs,
    costBasis: costBases.add(lot.ownerId, makerLine),
  }
  const filled = afterFill(fill)
  return succeed([
    { type: 'lot_filled', lot: filled, count, price: lot.price },
    {
      type: 'traded',
      itemId: lot.itemId,
      takerSide: incoming.side,
      buyerId: takerBuys ? incoming.userId : lot.ownerId,
      sellerId: takerBuys ? lot.ownerId : incoming.userId,
      price: lot.price,
      count,
      atMs: context.nowMs,
    },
    takerRecord,
    makerRecord,
    ...(filled.openCount === 0 ? [notificationOfFilled(filled, makerOperationId)] : []),
  ])
}

/** Tells the owner of a lot that it is done; the notification has the id of the trade that did it. */
function notificationOfFilled(lot: Lot, operationId: OperationId): EconomyEvent {
  const { ownerId: userId, itemId, side, price, count } = lot
  const id = asNotificationId(operationId)
  return {
    type: 'notification_added',
    notification: { id, userId, kind: 'lot_filled', itemId, side, price, count, alert: undefined },
  }
}

function movesOfTrade(incoming: Incoming, { lot, count }: Fill, feeBasisPoints: number): Move[] {
  const takerBuys = incoming.side === 'buy'
  const payer = takerBuys ? freeOf(incoming.userId) : heldOf(lot.ownerId)
  const giver = takerBuys ? heldOf(lot.ownerId) : freeOf(incoming.userId)
  const buyer = takerBuys ? incoming.userId : lot.ownerId
  const seller = takerBuys ? lot.ownerId : incoming.userId
  const proceeds = asCoins(lot.price * count)
  const fee = marketFee(proceeds, feeBasisPoints)
  const moves: Move[] = [{ from: giver, to: freeOf(buyer), asset: lot.itemId, amount: count }]
  if (proceeds > fee) moves.push({ from: payer, to: freeOf(seller), asset: COINS, amount: asCoins(proceeds - fee) })
  if (fee > 0) moves.push({ from: payer, to: THE_WORLD, asset: COINS, amount: fee })
  return moves
}

function afterFill({ lot, count }: Fill): Lot {
  return toLot(lot, asQuantity(lot.openCount - count))
}
