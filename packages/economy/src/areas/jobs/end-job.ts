import { sumItems } from '../../core/item-amounts.ts'
import type { DecisionContext } from '../../core/command.ts'
import { freeOf, heldOf, THE_WORLD } from '../../core/ledger/accounts.ts'
import type { LedgerDraft } from '../../core/ledger/ledger.ts'
import { moveItems } from '../../core/ledger/move-items.ts'
import { asOperationId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import { contentOf } from '../content/contents.ts'
import { clampToSupply, openGrants } from '../items/mint.ts'
import type { JobEnded } from './events.ts'
import type { Job } from './job.ts'
import type { JobKind } from './job-kind.ts'

/**
 * Ends a job on a draft: returns its holds and grants its outputs (rules §4, §5). Randomness is seeded by the operation
 * that ends it, so nobody can know the result while the job can still be cancelled, and recomputing it gives the same
 * result (rules §3). Uses the content the job was started under; without its recipe everything is returned.
 */
export function endJob(world: World, draft: LedgerDraft, kind: JobKind, job: Job, context: DecisionContext): JobEnded {
  const { userId } = job
  const id = asOperationId(context.newId())
  const rng = context.rngFor(id)
  const content = contentOf(world.catalogue, job.contentVersion)
  const made = kind.drawOutputs(content, job, rng)
  const newItems = clampToSupply(draft, made === undefined ? [] : openGrants(content, made, rng))
  const restored = made === undefined ? clampToSupply(draft, job.consumed) : []
  const moves = [
    ...moveItems(job.held, heldOf(userId), freeOf(userId)),
    ...moveItems([...newItems, ...restored], THE_WORLD, freeOf(userId)),
  ]
  const participant = { id, userId, kind: kind.endKindOf(job), causeId: job.id }
  const posted = draft.post([participant], moves)
  if (!posted.ok) throw new Error(`Job ${job.id} could not end: ${posted.error.code}`)
  return {
    type: 'job_ended',
    job,
    newItems,
    returnedItems: sumItems([job.held, restored]),
    atMs: context.nowMs,
    operationId: id,
  }
}
