import type { Job, QueueName } from '@clutch/economy'
import type { AreaUpdateDraft } from '../../writer/area.ts'

declare module '../../bus/message.ts' {
  interface AreaUpdates {
    readonly jobs: readonly JobUpdate[]
  }
}

/** Items and counts. */
export type Items = readonly { readonly itemId: number; readonly count: number }[]

/** A change to a craft or factory job, sent to its owner. */
export interface JobUpdate {
  readonly userId: string
  readonly queue: QueueName
  readonly status: 'added' | 'moved' | 'finished' | 'cancelled'
  readonly jobId: string
  readonly recipeId: number
  readonly count: number
  readonly startAtMs: number
  readonly endAtMs: number
  readonly inputIds: readonly number[]
  readonly newItems: Items
  readonly returnedItems: Items
}

const NO_ITEMS: Items = []

/** Collects a batch's updates of queues. */
export function draftJobUpdates(): AreaUpdateDraft {
  const jobs: JobUpdate[] = []
  const addUpdate = (job: Job, status: JobUpdate['status'], newItems = NO_ITEMS, returnedItems = NO_ITEMS): void => {
    const { userId, queue, id: jobId, recipeId, count, startAtMs, endAtMs, inputIds } = job
    jobs.push({ userId, queue, status, jobId, recipeId, count, startAtMs, endAtMs, inputIds, newItems, returnedItems })
  }
  return {
    on: {
      job_queued: ({ job }) => addUpdate(job, 'added'),
      job_moved: ({ job }) => addUpdate(job, 'moved'),
      job_ended: ({ job, newItems, returnedItems }) => addUpdate(job, 'finished', newItems, returnedItems),
      job_cancelled: ({ job, returnedItems }) => addUpdate(job, 'cancelled', NO_ITEMS, returnedItems),
    },
    take: () => (jobs.length === 0 ? {} : { jobs }),
  }
}
