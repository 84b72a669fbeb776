import type { QueueName } from '@clutch/economy'

/** Stored codes of queues: never renumber, only append. */
export const QUEUE_CODES: Readonly<Record<QueueName, number>> = { craft: 0, factory: 1 }

export function queueOf(code: number): QueueName {
  return code === QUEUE_CODES.craft ? 'craft' : 'factory'
}
