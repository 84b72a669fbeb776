import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { THE_WORLD, freeOf } from '../../core/ledger/accounts.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import { asOperationId, asQuantity } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import { END_MAX_MS, SECOND_MS } from '../../core/time.ts'
import type { World } from '../../core/world.ts'
import type { ActivateEnergy } from './energy.ts'

/** Uses one energy item: its time is added to what is left (rules §8). */
export function decideActivateEnergy(
  world: World,
  { userId }: ActivateEnergy,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const { energy } = world.catalogue
  if (energy === undefined) return fail({ code: 'no_energy' })
  const id = asOperationId(context.newId())
  const draft = new LedgerDraft(world, context)
  const posted = draft.post(
    [{ id, userId, kind: 'energy', causeId: undefined }],
    [{ from: freeOf(userId), to: THE_WORLD, asset: energy.itemId, amount: asQuantity(1) }],
  )
  if (!posted.ok) return posted
  const left = Math.max(context.nowMs, world.account(userId).energy.untilMs)
  const untilMs = left + energy.durationSec * SECOND_MS
  if (untilMs > END_MAX_MS) return fail({ code: 'amount_too_large' })
  return succeed([...draft.toEvents(), { type: 'energised', userId, untilMs }])
}
