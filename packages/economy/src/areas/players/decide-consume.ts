import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { freeOf, THE_WORLD } from '../../core/ledger/accounts.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import { asOperationId, asQuantity, isAmount } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import type { Consume } from './player.ts'

/** Burns free items, including those that the current content does not define. */
export function decideConsume(
  world: World,
  { userId, itemId, count }: Consume,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  if (!isAmount(count) || count === 0) return fail({ code: 'invalid_count', count })
  const id = asOperationId(context.newId())
  const draft = new LedgerDraft(world, context)
  const posted = draft.post(
    [{ id, userId, kind: 'customer_support', causeId: undefined }],
    [{ from: freeOf(userId), to: THE_WORLD, asset: itemId, amount: asQuantity(count) }],
  )
  return posted.ok ? succeed(draft.toEvents()) : posted
}
