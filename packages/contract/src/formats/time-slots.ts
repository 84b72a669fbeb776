import type { ChartInterval } from '../constants.ts'
import { DAY_SEC, SECOND_MS } from './time-units.ts'

const DAYS_PER_WEEK = 7
/** ISO 8601 weeks belong to the year of their Thursday. */
const THURSDAY = 4

/** The UTC calendar slot of a time: `2026-11-21 13:00`, `2026-11-21`, `2026-47` or `2026-11` (rules §0). */
export function timeSlot(atSec: number, interval: ChartInterval): string {
  const iso = new Date(atSec * SECOND_MS).toISOString()
  switch (interval) {
    case 'hour':
      return `${iso.slice(0, 10)} ${iso.slice(11, 13)}:00`
    case 'day':
      return iso.slice(0, 10)
    case 'week':
      return isoWeek(atSec)
    case 'month':
      return iso.slice(0, 7)
  }
}

/** Start of a slot in Unix seconds, or undefined for an invalid slot of that interval. */
export function slotStartSec(slot: string, interval: ChartInterval): number | undefined {
  const match = SLOT_PATTERNS[interval].exec(slot)
  if (match === null) return undefined
  const [year = 0, second = 1, day = 1, hour = 0] = match.slice(1).map(Number)
  const startSec = interval === 'week' ? weekStartSec(year, second) : Date.UTC(year, second - 1, day, hour) / SECOND_MS
  return timeSlot(startSec, interval) === slot ? startSec : undefined
}

const SLOT_PATTERNS: Readonly<Record<ChartInterval, RegExp>> = {
  hour: /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):00$/,
  day: /^(\d{4})-(\d{2})-(\d{2})$/,
  week: /^(\d{4})-(\d{2})$/,
  month: /^(\d{4})-(\d{2})$/,
}

function isoWeek(atSec: number): string {
  const dayStartSec = atSec - (atSec % DAY_SEC)
  const thursdaySec = dayStartSec + (THURSDAY - isoWeekday(dayStartSec)) * DAY_SEC
  const year = new Date(thursdaySec * SECOND_MS).getUTCFullYear()
  const week = 1 + Math.floor((thursdaySec - Date.UTC(year, 0, 1) / SECOND_MS) / DAY_SEC / DAYS_PER_WEEK)
  return `${year}-${String(week).padStart(2, '0')}`
}

function weekStartSec(year: number, week: number): number {
  const fourthOfJanuarySec = Date.UTC(year, 0, THURSDAY) / SECOND_MS
  const firstMondaySec = fourthOfJanuarySec - (isoWeekday(fourthOfJanuarySec) - 1) * DAY_SEC
  return firstMondaySec + (week - 1) * DAYS_PER_WEEK * DAY_SEC
}

/** Monday 1 … Sunday 7. */
function isoWeekday(atSec: number): number {
  return new Date(atSec * SECOND_MS).getUTCDay() || DAYS_PER_WEEK
}
