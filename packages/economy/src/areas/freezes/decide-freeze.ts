import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { cancelOnDraft, findOwnLot } from '../marketplace/cancel-on-draft.ts'
import type { FreezeItem, FreezeTrading } from './freezes.ts'

/**
 * Freezes or unfreezes a player's trading. Freezing cancels their open lots in the same command, so that nothing of
 * theirs trades meanwhile.
 */
export function decideFreezeTrading(
  world: World,
  { userId, reason, lotIds }: FreezeTrading,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const frozen: EconomyEvent = { type: 'trading_frozen', userId, reason, atMs: context.nowMs }
  if (reason === '') return succeed([frozen])
  const draft = new LedgerDraft(world, context)
  const cancelled: EconomyEvent[] = []
  for (const lotId of new Set(lotIds)) {
    const lot = findOwnLot(world, userId, lotId)
    if (lot === undefined) continue
    const outcome = cancelOnDraft(draft, lot, context)
    if (!outcome.ok) return outcome
    cancelled.push(...outcome.value)
  }
  return succeed([frozen, ...draft.toEvents(), ...cancelled])
}

/** Freezes or unfreezes the market in an item. Open lots stay until they are cancelled or cleared. */
export function decideFreezeItem(
  world: World,
  { itemId, reason }: FreezeItem,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  if (!world.catalogue.items.has(itemId)) return fail({ code: 'unknown_item', itemId })
  return succeed([{ type: 'item_frozen', itemId, reason, atMs: context.nowMs }])
}
