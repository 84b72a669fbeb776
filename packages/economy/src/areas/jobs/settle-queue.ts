import type { DuePart } from '../../core/due.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import type { UserId } from '../../core/numbers.ts'
import { endJob } from './end-job.ts'
import type { JobKind } from './job-kind.ts'

/** The due work of one of a player's queues: its first job ends. */
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
      }
    },
  }
}
