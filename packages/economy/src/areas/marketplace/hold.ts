import type { DecisionContext } from '../../core/command.ts'
import { COINS, freeOf, heldOf, type Move } from '../../core/ledger/accounts.ts'
import type { LedgerDraft } from '../../core/ledger/ledger.ts'
import { asCoins, asOperationId, type Amount, type AssetId } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import type { Result } from '../../core/result.ts'
import type { Lot } from './lot.ts'

/** What an open lot holds right now: its items, or price × open count in coins (rules §2). */
export function holdOf(lot: Lot): { readonly asset: AssetId; readonly amount: Amount } {
  return lot.side === 'sell'
    ? { asset: lot.itemId, amount: lot.openCount }
    : { asset: COINS, amount: asCoins(lot.price * lot.openCount) }
}

/** Puts on hold what a lot that comes to rest promises. */
export function holdForLot(draft: LedgerDraft, lot: Lot, context: DecisionContext): Result<undefined, Rejection> {
  const kind = lot.side === 'sell' ? 'create_sell_lot' : 'create_buy_lot'
  const move: Move = { from: freeOf(lot.ownerId), to: heldOf(lot.ownerId), ...holdOf(lot) }
  return draft.post([{ id: asOperationId(context.newId()), userId: lot.ownerId, kind, causeId: lot.id }], [move])
}
