import type { CancelJob, DecisionContext } from '../command.ts'
import type { EconomyEvent } from '../event.ts'
import { LedgerDraft } from '../ledger/ledger.ts'
import { asOperationId } from '../numbers.ts'
import type { Rejection } from '../rejection.ts'
import { fail, succeed, type Result } from '../result.ts'
import type { World } from '../world.ts'
import { sumItems } from './item-amounts.ts'
import type { Job } from './job.ts'
import { cutToRoom, mintMoves } from './mint.ts'
import { returnMoves } from './return-held.ts'

/**
 * Takes back an entry that has not begun, for a full return (rules §4). Those behind it move up by its length: an
 * entry always begins when the one before it ends.
 */
export function decideCancelJob(
  world: World,
  { userId, queue: name, jobId }: CancelJob,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const queue = world.account(userId).production.queue(name)
  const index = queue.findIndex(({ id }) => id === jobId)
  const job = queue[index]
  if (job === undefined) return fail({ code: 'job_not_found', jobId })
  if (job.startAtMs <= context.nowMs) return fail({ code: 'craft_not_cancellable', jobId })

  const draft = new LedgerDraft(world, context.nowMs)
  const restored = cutToRoom(draft, job.consumed)
  const posted = draft.post(
    [{ id: asOperationId(context.newId()), userId, kind: 'craft_cancel', causeId: jobId }],
    [...returnMoves(userId, job.held), ...mintMoves(userId, restored)],
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
