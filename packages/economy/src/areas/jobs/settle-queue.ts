import type { DuePart } from '../../core/scheduler.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { asQuantity, type UserId } from '../../core/numbers.ts'
import { asNotificationId } from '../notifications/notification.ts'
import { endJob } from './end-job.ts'
import type { JobEnded } from './events.ts'
import type { JobKind } from './job-kind.ts'

/** The scheduled work of a player's queue: the end of its first job. */
export function dueOfQueue(kind: JobKind): DuePart<UserId> {
  return {
    nextMs: (world, userId) => world.account(userId).jobs.queue(kind.queue)[0]?.endAtMs,
    settle: (world, userId, context, apply) => {
      const queue = world.account(userId).jobs.queue(kind.queue)
      for (;;) {
        const [job] = queue
        if (job === undefined || job.endAtMs > context.nowMs) return
        const draft = new LedgerDraft(world, context)
        const ended = endJob(world, draft, kind, job, context)
        apply([...draft.toEvents(), ended])
        if (queue.length === 0) apply([notificationOfEnded(ended)])
      }
    },
  }
}

const KINDS = { craft: 'craft_queue_ended', factory: 'factory_queue_ended' } as const

/** Notifies a player that a queue is empty, which may be days after it was filled. */
function notificationOfEnded({ job, operationId }: JobEnded): EconomyEvent {
  const { userId, queue, recipeId, count } = job
  const id = asNotificationId(operationId)
  return {
    type: 'notification_added',
    notification: { id, userId, kind: KINDS[queue], recipeId, count: asQuantity(count) },
  }
}
