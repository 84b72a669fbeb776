import type * as generated from './gen/live_pb.js'

/**
 * The numbers of the live connection's enumerations, and how its 64-bit numbers are read, without the code that reads
 * messages: pages that only listen load that beside them. Their types are those of the generated ones.
 */
export const Side: Pick<typeof generated.Side, 'BUY' | 'SELL'> = { BUY: 1, SELL: 2 }
export const LotStatus: Pick<typeof generated.LotStatus, 'OPEN' | 'FILLED' | 'CANCELLED'> = {
  OPEN: 1,
  FILLED: 2,
  CANCELLED: 3,
}
export const NotificationKind: Pick<
  typeof generated.NotificationKind,
  'PRICE_ALERT' | 'LOT_FILLED' | 'CRAFT_QUEUE_ENDED' | 'FACTORY_QUEUE_ENDED' | 'SUPPORT_GRANT'
> = { PRICE_ALERT: 1, LOT_FILLED: 2, CRAFT_QUEUE_ENDED: 3, FACTORY_QUEUE_ENDED: 4, SUPPORT_GRANT: 5 }
export const Queue: Pick<typeof generated.Queue, 'CRAFT' | 'FACTORY'> = { CRAFT: 1, FACTORY: 2 }
export const QueueStatus: Pick<typeof generated.QueueStatus, 'ADDED' | 'MOVED' | 'FINISHED' | 'CANCELLED'> = {
  ADDED: 1,
  MOVED: 2,
  FINISHED: 3,
  CANCELLED: 4,
}
export const HarvestChange: Pick<typeof generated.HarvestChange, 'SETTINGS' | 'STARTED' | 'FINISHED'> = {
  SETTINGS: 1,
  STARTED: 2,
  FINISHED: 3,
}

export const FriendshipStatus: Pick<
  typeof generated.FriendshipStatus,
  'NONE' | 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'BLOCKED' | 'DELETED'
> = { NONE: 0, PENDING: 1, ACCEPTED: 2, DECLINED: 3, BLOCKED: 4, DELETED: 5 }

/** A `ClientMessage` that asks for a heartbeat, encoded: pages send it without the code that writes messages. */
export const PROBE_MESSAGE: Uint8Array<ArrayBuffer> = new Uint8Array([24, 1])

/** @throws RangeError past ±(2^53 − 1): a number silently rounded would be a wrong balance. */
export function toSafeNumber(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`Number beyond the safe integer range: ${value}`)
  return number
}
