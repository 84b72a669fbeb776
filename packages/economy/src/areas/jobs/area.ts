import type { Area } from '../../core/area.ts'
import { asQuantity } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import { decideCancelJob } from './decide-cancel-job.ts'
import { JobQueues } from './job-queues.ts'
import type { JobId } from './job.ts'

declare module '../../core/holds.ts' {
  interface HoldOwnerIds {
    readonly job: JobId
  }
}
declare module '../../core/ledger/operation-kinds.ts' {
  interface OperationKinds {
    readonly craft_cancel: OperationKindRow
  }
}

/** The queues of craft and factory jobs (rules §4, §5). */
export const jobs = {
  name: 'jobs',
  commands: { cancel_job: { decide: decideCancelJob } },
  operationKinds: { craft_cancel: { code: 12, from: ['held', 'world'], to: ['free'] } },
  apply: {
    job_queued: (world, { job }) => world.account(job.userId).jobs.addJob(job),
    job_moved: (world, { job }) => world.account(job.userId).jobs.replaceJob(job),
    job_ended: (world, { job }) => world.account(job.userId).jobs.removeJob(job.queue, job.id),
    job_cancelled: (world, { job }) => world.account(job.userId).jobs.removeJob(job.queue, job.id),
  },
  createAccountParts: () => ({ jobs: new JobQueues() }),
  holds: { job: { list: listJobHolds } },
} as const satisfies Area

function* listJobHolds(world: World) {
  for (const { userId, jobs: queues } of world.accounts()) {
    for (const { id, held } of queues.all()) {
      for (const { itemId, count } of held) yield { ownerId: id, userId, asset: itemId, amount: asQuantity(count) }
    }
  }
}
