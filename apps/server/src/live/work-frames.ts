import { HarvestChange, Queue, QueueStatus } from '@clutch/contract/live'
import type { HarvestNotice, Items, JobNotice } from '../bus/message.ts'

const QUEUES = { craft: Queue.CRAFT, factory: Queue.FACTORY } as const
const STATUSES = {
  added: QueueStatus.ADDED,
  moved: QueueStatus.MOVED,
  finished: QueueStatus.FINISHED,
  cancelled: QueueStatus.CANCELLED,
} as const

export function toQueueChanged(job: JobNotice) {
  return {
    queue: QUEUES[job.queue],
    status: STATUSES[job.status],
    entryId: job.jobId,
    receiptId: BigInt(job.recipeId),
    count: BigInt(job.count),
    startAt: BigInt(job.startAtMs),
    endAt: BigInt(job.endAtMs),
    newItems: toQuantities(job.newItems),
    returnedItems: toQuantities(job.returnedItems),
    inputList: job.inputIds.map(BigInt),
  }
}

export function toHarvestChanged({ recipeId, group, ended }: HarvestNotice) {
  return {
    receiptId: BigInt(recipeId),
    change: changeOf(group, ended),
    groupId: group?.id ?? '',
    count: BigInt(group?.count ?? 0),
    startAt: BigInt(group?.startAtMs ?? 0),
    endAt: BigInt(group?.endAtMs ?? 0),
    list: (group?.itemIds ?? []).map(BigInt),
    newItems: toQuantities(ended?.newItems ?? []),
    brokenItems: toQuantities(ended?.brokenItems ?? []),
    upgradedItems: toQuantities(ended?.upgradedItems ?? []),
    expByItem: toQuantities(ended?.experience ?? []),
  }
}

function changeOf(group: HarvestNotice['group'], ended: HarvestNotice['ended']): HarvestChange {
  if (group === undefined) return HarvestChange.SETTINGS
  return ended === undefined ? HarvestChange.STARTED : HarvestChange.FINISHED
}

function toQuantities(items: Items) {
  return items.map(({ itemId, count }) => ({ itemId: BigInt(itemId), quantity: BigInt(count) }))
}
