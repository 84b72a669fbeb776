import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { cancelOnDraft, findOwnLot } from './cancel-on-draft.ts'
import type { CancelLot } from './commands.ts'

/** Cancels an open lot and returns its hold (rules §2). */
export function decideCancelLot(
  world: World,
  command: CancelLot,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const lot = findOwnLot(world, command.userId, command.lotId)
  if (lot === undefined) return fail({ code: 'lot_not_found', lotId: command.lotId })
  const draft = new LedgerDraft(world, context)
  const cancelled = cancelOnDraft(draft, lot, context)
  return cancelled.ok ? succeed([...draft.toEvents(), ...cancelled.value]) : cancelled
}
