import { Queue, QueueStatus } from '@clutch/contract/live'
import type { LiveArea } from '../../live/area.ts'
import type { Items, JobUpdate } from './updates.ts'

/** Live events of players' queues. */
export const jobFrames: NonNullable<LiveArea['frames']> = ({ jobs = [] }, sink, messageId) => {
  for (const [index, job] of jobs.entries()) {
    if (!sink.isConnected(job.userId)) continue
    sink.toPlayer(job.userId, `job/${messageId}/${index}`, { case: 'queueChanged', value: toQueueChanged(job) })
  }
}

const QUEUES = { craft: Queue.CRAFT, factory: Queue.FACTORY } as const
const STATUSES = {
  added: QueueStatus.ADDED,
  moved: QueueStatus.MOVED,
  finished: QueueStatus.FINISHED,
  cancelled: QueueStatus.CANCELLED,
} as const

function toQueueChanged(job: JobUpdate) {
  return {
    queue: QUEUES[job.queue],
    status: STATUSES[job.status],
    entryId: job.jobId,
    receiptId: BigInt(job.recipeId),
    count: BigInt(job.count),
    startAt: BigInt(job.startAtMs),
    endAt: BigInt(job.endAtMs),
    newItems: toItemQuantities(job.newItems),
    returnedItems: toItemQuantities(job.returnedItems),
    inputList: job.inputIds.map(BigInt),
  }
}

/** Converts items and counts to their live form. */
export function toItemQuantities(items: Items) {
  return items.map(({ itemId, count }) => ({ itemId: BigInt(itemId), quantity: BigInt(count) }))
}
