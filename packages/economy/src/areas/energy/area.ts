import type { Area } from '../../core/area.ts'
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

declare module '../../core/ledger/operation-kinds.ts' {
  interface OperationKinds {
    readonly energy: OperationKindRow
  }
}

/** Energy, which makes jobs take less time (rules §8). */
export const energy = {
  name: 'energy',
  commands: { activate_energy: { decide: decideActivateEnergy } },
  operationKinds: { energy: { code: 17, from: ['free'], to: ['world'] } },
  apply: {
    energised: (world, { userId, untilMs }) => {
      world.account(userId).energy.untilMs = untilMs
    },
  },
  createAccountParts: () => ({ energy: { untilMs: 0 } }),
} as const satisfies Area

/** Consumes one energy item and adds its duration to the remaining time (rules §8). */
function decideActivateEnergy(
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
