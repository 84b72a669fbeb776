import type { CallResponse, CraftQueueEntry } from '@clutch/contract'
import { toSecondsBy } from '@clutch/contract/formats'
import type { EconomyEvent, ItemAmount, Job } from '@clutch/economy'
import type { ResponseTable } from '../../writer/area.ts'
import { toQuantities } from '../responses.ts'

declare module '../../writer/outcome.ts' {
  interface Responses {
    cancel_job: CallResponse<'POST /craft/cancel'>
  }
}

export const jobResponses: Pick<ResponseTable, 'cancel_job'> = {
  cancel_job(_command, events) {
    for (const event of events) {
      if (event.type === 'job_cancelled') return { id: event.job.id, returned_items: toQuantities(event.returnedItems) }
    }
    throw new Error('A cancel command produced no cancelled job')
  },
}

/** Converts a job to a queue entry of the contract. */
export function toQueueEntry(job: Job): CraftQueueEntry {
  return {
    id: job.id,
    receipt_id: job.recipeId,
    count: job.count,
    start_at: toSecondsBy(job.startAtMs),
    end_at: toSecondsBy(job.endAtMs),
  }
}

/** Finds the started job: queued or, if it takes no time, ended. */
export function startedJob(events: readonly EconomyEvent[]): {
  readonly queued: Job | undefined
  readonly newItems: readonly ItemAmount[]
  readonly returnedItems: readonly ItemAmount[]
} {
  for (const event of events) {
    if (event.type === 'job_queued') return { queued: event.job, newItems: [], returnedItems: [] }
    if (event.type === 'job_ended') {
      return { queued: undefined, newItems: event.newItems, returnedItems: event.returnedItems }
    }
  }
  throw new Error('A start command produced no job')
}
