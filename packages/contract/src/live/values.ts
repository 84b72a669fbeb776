import type * as generated from './gen/live_pb.js'

/**
 * Enum values and 64-bit conversions of the live connection without the decoder, which pages load separately. Typed by
 * the generated enums.
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

/** An encoded `ClientMessage` that requests a heartbeat, so that pages can send it without loading the encoder. */
export const PROBE_MESSAGE: Uint8Array<ArrayBuffer> = new Uint8Array([24, 1])

/** @throws RangeError beyond ±(2^53 − 1), since a silently rounded number would be a wrong balance. */
export function toSafeNumber(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`Number beyond the safe integer range: ${value}`)
  return number
}
