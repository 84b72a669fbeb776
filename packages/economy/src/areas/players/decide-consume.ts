import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { COINS, freeOf, THE_WORLD } from '../../core/ledger/accounts.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import { asCoins, asOperationId, asQuantity, isAmount } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import type { Consume } from './player.ts'

/** Burns free coins or items, including items that the current content does not define. */
export function decideConsume(
  world: World,
  { userId, asset, count }: Consume,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  if (!isAmount(count) || count === 0) return fail({ code: 'invalid_count', count })
  const id = asOperationId(context.newId())
  const draft = new LedgerDraft(world, context)
  const posted = draft.post(
    [{ id, userId, kind: 'customer_support', causeId: undefined }],
    [{ from: freeOf(userId), to: THE_WORLD, asset, amount: asset === COINS ? asCoins(count) : asQuantity(count) }],
  )
  return posted.ok ? succeed(draft.toEvents()) : posted
}
