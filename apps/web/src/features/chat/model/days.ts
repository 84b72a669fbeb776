import { SECOND_MS } from '@clutch/contract/formats'
import { serverNowMs } from '#shared/timing/server-clock.ts'

/**
 * Whether a date heading precedes a message. The first message needs none if it is of today. Days are local.
 * @param beforeSec when the previous message was sent, in Unix seconds
 */
export function isFirstOfDay(beforeSec: number | undefined, atSec: number, nowMs = serverNowMs()): boolean {
  return dayOf(beforeSec === undefined ? nowMs : beforeSec * SECOND_MS) !== dayOf(atSec * SECOND_MS)
}

function dayOf(atMs: number): string {
  return new Date(atMs).toDateString()
}
