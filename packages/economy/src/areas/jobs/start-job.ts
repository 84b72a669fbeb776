import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { sumItems, type ItemAmount } from '../../core/item-amounts.ts'
import { THE_WORLD, freeOf, heldOf } from '../../core/ledger/accounts.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import { moveItems } from '../../core/ledger/move-items.ts'
import { asOperationId, type ItemId, type RecipeId, type UserId } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import { END_MAX_MS, SECOND_MS } from '../../core/time.ts'
import type { World } from '../../core/world.ts'
import { versionOf } from '../content/contents.ts'
import { energisedTimeMs } from '../energy/energy.ts'
import type { GrantRange } from '../items/estimate-opening.ts'
import { exceedsBounds } from '../items/mint.ts'
import { endJob } from './end-job.ts'
import { missingIngredients } from './ingredients.ts'
import type { JobKind } from './job-kind.ts'
import { WAITING_MAX, asJobId, countWaiting, startOfNext, type Job, type QueueName } from './job.ts'

/** A job's needs and duration, for all units together. */
export interface JobPlan {
  readonly userId: UserId
  readonly recipeId: RecipeId
  readonly count: number
  readonly inputIds: readonly ItemId[]
  readonly held: readonly ItemAmount[]
  readonly consumed: readonly ItemAmount[]
  readonly timeSec: number
  readonly grants: readonly GrantRange[]
}

/** Takes what a job needs and appends it to its queue; an instant job ends in the same command (rules §4, §5). */
export function startJob(
  world: World,
  kind: JobKind,
  plan: JobPlan,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const { userId, held, consumed } = plan
  const needs = sumItems([held, consumed])
  const missing = missingIngredients(needs, (itemId) => world.balanceOf(userId, itemId).free)
  if (missing.length > 0) return fail({ code: 'missing_ingredients', missing })
  if (exceedsBounds(world, plan.grants)) return fail({ code: 'amount_too_large' })
  const scheduled = schedule(world, kind.queue, plan, context.nowMs)
  if (!scheduled.ok) return scheduled

  const id = asOperationId(context.newId())
  const { startAtMs, endAtMs } = scheduled.value
  const { recipeId, count, inputIds } = plan
  const job: Job = {
    id: asJobId(id),
    userId,
    queue: kind.queue,
    recipeId,
    contentVersion: versionOf(world.catalogue),
    count,
    inputIds,
    held,
    consumed,
    createdAtMs: context.nowMs,
    startAtMs,
    endAtMs,
  }
  const draft = new LedgerDraft(world, context)
  const moves = [...moveItems(held, freeOf(userId), heldOf(userId)), ...moveItems(consumed, freeOf(userId), THE_WORLD)]
  const posted = draft.post([{ id, userId, kind: kind.startKind, causeId: id }], moves)
  if (!posted.ok) return posted
  if (plan.timeSec > 0) return succeed([...draft.toEvents(), { type: 'job_queued', job }])
  const ended = endJob(world, draft, kind, job, { ...context, nowMs: endAtMs })
  return succeed([...draft.toEvents(), ended])
}

/** Its start and end. Jobs started while energised take less time (rules §8). */
function schedule(
  world: World,
  name: QueueName,
  { userId, timeSec }: JobPlan,
  nowMs: number,
): Result<{ startAtMs: number; endAtMs: number }, Rejection> {
  if (timeSec === 0) return succeed({ startAtMs: nowMs, endAtMs: nowMs })
  const { jobs, energy } = world.account(userId)
  const queue = jobs.queue(name)
  const startAtMs = startOfNext(queue, nowMs)
  if (startAtMs > nowMs && countWaiting(queue, nowMs) >= WAITING_MAX) {
    return fail({ code: 'queue_full', max: WAITING_MAX })
  }
  const endAtMs = startAtMs + energisedTimeMs(timeSec * SECOND_MS, energy.untilMs > nowMs)
  return endAtMs > END_MAX_MS ? fail({ code: 'amount_too_large' }) : succeed({ startAtMs, endAtMs })
}
