import type { DecisionContext } from '../command.ts'
import type { EconomyEvent } from '../event.ts'
import { energisedTimeMs } from '../energy/energised-time.ts'
import { freeOf, heldOf, THE_WORLD, type AccountRef, type Move } from '../ledger/accounts.ts'
import { LedgerDraft } from '../ledger/ledger.ts'
import type { OperationKind } from '../ledger/operation-kinds.ts'
import { asJobId, asOperationId, asQuantity, type ItemId, type RecipeId, type UserId } from '../numbers.ts'
import type { GrantRange } from '../opening/outlook.ts'
import type { Rejection } from '../rejection.ts'
import { fail, succeed, type Result } from '../result.ts'
import type { World } from '../world.ts'
import { endJob } from './end-job.ts'
import { missingIngredients } from './ingredients.ts'
import { sumItems, type ItemAmount } from './item-amounts.ts'
import { countWaiting, END_MAX_MS, startOfNext, WAITING_MAX, type Job, type QueueName } from './job.ts'
import { exceedsBounds } from './mint.ts'

const SECOND_MS = 1_000

/** A job as its recipe asks for it, for all units together. */
export interface JobPlan {
  readonly userId: UserId
  readonly queue: QueueName
  readonly recipeId: RecipeId
  readonly count: number
  readonly inputIds: readonly ItemId[]
  readonly held: readonly ItemAmount[]
  readonly consumed: readonly ItemAmount[]
  readonly timeSec: number
  readonly grants: readonly GrantRange[]
}

const START_KINDS: Readonly<Record<QueueName, OperationKind>> = { craft: 'start_craft', factory: 'start_farm' }

/**
 * Takes what a job needs and puts it behind the others of its queue; one that takes no time ends in the same command
 * (rules §4, §5).
 */
export function startJob(world: World, plan: JobPlan, context: DecisionContext): Result<EconomyEvent[], Rejection> {
  const { userId, held, consumed } = plan
  const needs = sumItems([held, consumed])
  const missing = missingIngredients(needs, (itemId) => world.balanceOf(userId, itemId).free)
  if (missing.length > 0) return fail({ code: 'missing_ingredients', missing })
  if (exceedsBounds(world, plan.grants)) return fail({ code: 'amount_too_large' })
  const scheduled = schedule(world, plan, context.nowMs)
  if (!scheduled.ok) return scheduled

  const id = asOperationId(context.newId())
  const { startAtMs, endAtMs } = scheduled.value
  const { queue, recipeId, count, inputIds } = plan
  const job: Job = {
    id: asJobId(id),
    userId,
    queue,
    recipeId,
    count,
    inputIds,
    held,
    consumed,
    createdAtMs: context.nowMs,
    startAtMs,
    endAtMs,
  }
  const draft = new LedgerDraft(world, context.nowMs)
  const moves = [...movesOf(userId, held, heldOf(userId)), ...movesOf(userId, consumed, THE_WORLD)]
  const posted = draft.post([{ id, userId, kind: START_KINDS[queue], causeId: id }], moves)
  if (!posted.ok) return posted
  if (plan.timeSec > 0) return succeed([...draft.toEvents(), { type: 'job_queued', job }])
  const ended = endJob(world, draft, job, { ...context, nowMs: endAtMs })
  return succeed([...draft.toEvents(), ended])
}

/** When it would begin and end. Jobs that are started while energised take less time (rules §8). */
function schedule(
  world: World,
  { userId, queue: name, timeSec }: JobPlan,
  nowMs: number,
): Result<{ startAtMs: number; endAtMs: number }, Rejection> {
  if (timeSec === 0) return succeed({ startAtMs: nowMs, endAtMs: nowMs })
  const { production } = world.account(userId)
  const queue = production.queue(name)
  const startAtMs = startOfNext(queue, nowMs)
  if (startAtMs > nowMs && countWaiting(queue, nowMs) >= WAITING_MAX) {
    return fail({ code: 'queue_full', max: WAITING_MAX })
  }
  const endAtMs = startAtMs + energisedTimeMs(timeSec * SECOND_MS, production.energisedUntilMs > nowMs)
  return endAtMs > END_MAX_MS ? fail({ code: 'amount_too_large' }) : succeed({ startAtMs, endAtMs })
}

function movesOf(userId: UserId, items: readonly ItemAmount[], to: AccountRef): Move[] {
  return items.map(({ itemId, count }) => ({ from: freeOf(userId), to, asset: itemId, amount: asQuantity(count) }))
}
