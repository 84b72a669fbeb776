import type { CallResponse } from '@clutch/contract'
import type { ServerArea } from '../../area.ts'
import { toQuantities } from '../answers.ts'
import { startedJob, toQueueEntry } from '../jobs/answers.ts'

declare module '../../writer/outcome.ts' {
  interface Answers {
    start_craft: CallResponse<'POST /craft/start'>
  }
}

export const craftArea = {
  name: 'craft',
  answers: {
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
