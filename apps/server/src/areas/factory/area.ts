import type { CallResponse, FactoryQueueEntry } from '@clutch/contract'
import type { Job } from '@clutch/economy'
import type { ServerArea } from '../../area.ts'
import { toQuantities } from '../responses.ts'
import { startedJob, toQueueEntry } from '../jobs/responses.ts'

declare module '../../writer/outcome.ts' {
  interface Responses {
    start_factory: CallResponse<'POST /factory/start'>
  }
}

export const factoryArea = {
  name: 'factory',
  responses: {
    start_factory(_command, events) {
      const { queued, newItems } = startedJob(events)
      return { entry: queued === undefined ? null : toFactoryEntry(queued), new_items: toQuantities(newItems) }
    },
  },
} satisfies ServerArea

/** Converts a factory job to the contract's form. */
export function toFactoryEntry(job: Job): FactoryQueueEntry {
  return { ...toQueueEntry(job), input_list: [...job.inputIds] }
}
