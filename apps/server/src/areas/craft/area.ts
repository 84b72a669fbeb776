import type { CallResponse } from '@clutch/contract'
import type { ServerArea } from '../../area.ts'
import { toQuantities } from '../responses.ts'
import { startedJob, toQueueEntry } from '../jobs/responses.ts'

declare module '../../writer/outcome.ts' {
  interface Responses {
    start_craft: CallResponse<'POST /craft/start'>
  }
}

export const craftArea = {
  name: 'craft',
  responses: {
    start_craft(_command, events) {
      const { queued, newItems, returnedItems } = startedJob(events)
      return {
        entry: queued === undefined ? null : toQueueEntry(queued),
        new_items: toQuantities(newItems),
        returned_items: toQuantities(returnedItems),
      }
    },
  },
} satisfies ServerArea
