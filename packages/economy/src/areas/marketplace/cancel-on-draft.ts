import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { freeOf, heldOf } from '../../core/ledger/accounts.ts'
import type { LedgerDraft } from '../../core/ledger/ledger.ts'
import { asCoins, asOperationId, type UserId } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { holdOf } from './matching.ts'
import type { Lot, LotId } from './lot.ts'
import { toLot } from './order-book.ts'

/** An open lot of the player; lots of other players read as not found. */
export function findOwnLot(world: World, userId: UserId, lotId: LotId): Lot | undefined {
  const resting = world.marketplace.lot(lotId)
  return resting?.ownerId === userId ? toLot(resting, resting.openCount) : undefined
}

/** Releases a lot's hold on a draft. @returns the market's events. */
export function cancelOnDraft(
  draft: LedgerDraft,
  lot: Lot,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const id = asOperationId(context.newId())
  const posted = draft.post(
    [{ id, userId: lot.ownerId, kind: 'cancel_lot', causeId: lot.id }],
    [{ from: heldOf(lot.ownerId), to: freeOf(lot.ownerId), ...holdOf(lot) }],
  )
  if (!posted.ok) return posted
  return succeed([
    { type: 'lot_cancelled', lot },
    {
      type: 'market_recorded',
      id,
      userId: lot.ownerId,
      itemId: lot.itemId,
      recordType: lot.side === 'sell' ? 'cancel_sell' : 'cancel_buy',
      price: lot.price,
      count: lot.openCount,
      total: asCoins(0),
      lotId: lot.id,
      lotCreatedAtMs: lot.createdAtMs,
      costBasis: undefined,
    },
  ])
}
