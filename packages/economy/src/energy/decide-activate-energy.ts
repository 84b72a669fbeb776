import type { ActivateEnergy, DecisionContext } from '../command.ts'
import type { EconomyEvent } from '../event.ts'
import { freeOf, THE_WORLD } from '../ledger/accounts.ts'
import { LedgerDraft } from '../ledger/ledger.ts'
import { asOperationId, asQuantity } from '../numbers.ts'
import { END_MAX_MS } from '../production/job.ts'
import type { Rejection } from '../rejection.ts'
import { fail, succeed, type Result } from '../result.ts'
import type { World } from '../world.ts'

const SECOND_MS = 1_000

/** Uses one energy item: its time is added to what is left (rules §8). */
export function decideActivateEnergy(
  world: World,
  { userId }: ActivateEnergy,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const { energy } = world.catalogue
  if (energy === undefined) return fail({ code: 'no_energy' })
  const id = asOperationId(context.newId())
  const draft = new LedgerDraft(world, context.nowMs)
  const posted = draft.post(
    [{ id, userId, kind: 'energy', causeId: undefined }],
    [{ from: freeOf(userId), to: THE_WORLD, asset: energy.itemId, amount: asQuantity(1) }],
  )
  if (!posted.ok) return posted
  const left = Math.max(context.nowMs, world.account(userId).production.energisedUntilMs)
  const untilMs = left + energy.durationSec * SECOND_MS
  if (untilMs > END_MAX_MS) return fail({ code: 'amount_too_large' })
  return succeed([...draft.toEvents(), { type: 'energised', userId, untilMs }])
}
