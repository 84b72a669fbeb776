import { SECOND_MS } from '@clutch/contract/formats'
import { serverNowMs } from '#shared/timing/server-clock.ts'

/**
 * Whether a message is said to be of another day than what stands above it. What is of today needs no date where nothing
 * stands above. Days are the reader's own.
 * @param beforeSec when the message above was sent, in Unix seconds
 */
export function isFirstOfDay(beforeSec: number | undefined, atSec: number, nowMs = serverNowMs()): boolean {
  return dayOf(beforeSec === undefined ? nowMs : beforeSec * SECOND_MS) !== dayOf(atSec * SECOND_MS)
}

function dayOf(atMs: number): string {
  return new Date(atMs).toDateString()
}
