import type { ItemAmount } from '../../core/item-amounts.ts'
import type { OperationId } from '../../core/numbers.ts'
import type { Job } from './job.ts'

declare module '../../core/event.ts' {
  interface Events {
    readonly job_queued: { readonly type: 'job_queued'; readonly job: Job }
    /** The job with its new start and end. */
    readonly job_moved: { readonly type: 'job_moved'; readonly job: Job }
    readonly job_ended: JobEnded
    readonly job_cancelled: JobCancelled
  }
}

export interface JobEnded {
  readonly type: 'job_ended'
  readonly job: Job
  /** Its outputs, opened down to plain items, and its returned holds. */
  readonly newItems: readonly ItemAmount[]
  readonly returnedItems: readonly ItemAmount[]
  readonly atMs: number
  readonly operationId: OperationId
}

export interface JobCancelled {
  readonly type: 'job_cancelled'
  readonly job: Job
  readonly returnedItems: readonly ItemAmount[]
}
