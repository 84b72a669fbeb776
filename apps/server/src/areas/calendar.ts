import { DAY_SEC, HOUR_SEC, SECOND_MS } from '@clutch/contract/formats'

/** Midnight of UTC, in Unix seconds. */
export function startOfDay(atMs: number): number {
  return startOf(atMs, DAY_SEC)
}

/** In Unix seconds. */
export function startOfHour(atMs: number): number {
  return startOf(atMs, HOUR_SEC)
}

function startOf(atMs: number, spanSec: number): number {
  const atSec = Math.floor(atMs / SECOND_MS)
  return atSec - (atSec % spanSec)
}
