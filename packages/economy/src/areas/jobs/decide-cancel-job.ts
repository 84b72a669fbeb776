import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { sumItems } from '../../core/item-amounts.ts'
import { THE_WORLD, freeOf, heldOf } from '../../core/ledger/accounts.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import { moveItems } from '../../core/ledger/move-items.ts'
import { asOperationId } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { clampToSupply } from '../items/mint.ts'
import type { CancelJob } from './commands.ts'
import type { Job } from './job.ts'

/**
 * Cancels a waiting entry with a full refund (rules §4). Entries behind it move up, since an entry starts when the
 * previous one ends.
 */
export function decideCancelJob(
  world: World,
  { userId, queue: name, jobId }: CancelJob,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const queue = world.account(userId).jobs.queue(name)
  const index = queue.findIndex(({ id }) => id === jobId)
  const job = queue[index]
  if (job === undefined) return fail({ code: 'job_not_found', jobId })
  if (job.startAtMs <= context.nowMs) return fail({ code: 'craft_not_cancellable', jobId })

  const draft = new LedgerDraft(world, context)
  const restored = clampToSupply(draft, job.consumed)
  const posted = draft.post(
    [{ id: asOperationId(context.newId()), userId, kind: 'craft_cancel', causeId: jobId }],
    [...moveItems(job.held, heldOf(userId), freeOf(userId)), ...moveItems(restored, THE_WORLD, freeOf(userId))],
  )
  if (!posted.ok) return posted
  const lengthMs = job.endAtMs - job.startAtMs
  return succeed([
    ...draft.toEvents(),
    { type: 'job_cancelled', job, returnedItems: sumItems([job.held, restored]) },
    ...queue.slice(index + 1).map((later) => ({ type: 'job_moved', job: movedUp(later, lengthMs) }) as const),
  ])
}

function movedUp(job: Job, byMs: number): Job {
  return { ...job, startAtMs: job.startAtMs - byMs, endAtMs: job.endAtMs - byMs }
}
