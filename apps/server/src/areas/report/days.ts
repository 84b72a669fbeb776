import { REPORT_DAYS_MAX } from '@clutch/contract'
import { DAY_SEC, SECOND_MS } from '@clutch/contract/formats'

const ISO_DATE_LENGTH = 10

/** A range of days, both ends included. */
export interface Period {
  readonly fromSec: number
  readonly untilSec: number
}

/** Undefined when the range is reversed or too long. */
export function periodOf({ from, until }: { readonly from: string; readonly until: string }): Period | undefined {
  const [fromSec, untilSec] = [toDaySec(from), toDaySec(until)]
  return untilSec < fromSec || untilSec - fromSec >= REPORT_DAYS_MAX * DAY_SEC ? undefined : { fromSec, untilSec }
}

/** Start of the day of an ISO date, in Unix seconds. */
export function toDaySec(day: string): number {
  return Date.parse(day) / SECOND_MS
}

/** ISO date of a day, such as 2026-11-21. */
export function isoDay(daySec: number): string {
  return new Date(daySec * SECOND_MS).toISOString().slice(0, ISO_DATE_LENGTH)
}
