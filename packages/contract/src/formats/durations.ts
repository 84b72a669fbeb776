import { DAY_SEC, HOUR_SEC, MINUTE_SEC } from './time-units.ts'

const UNITS = [
  { unit: 'day', lengthSec: DAY_SEC },
  { unit: 'hour', lengthSec: HOUR_SEC },
  { unit: 'minute', lengthSec: MINUTE_SEC },
  { unit: 'second', lengthSec: 1 },
] as const

export type DurationUnit = (typeof UNITS)[number]['unit']

export interface DurationPart {
  readonly unit: DurationUnit
  readonly value: number
}

/** Units shown at once: two days and three hours, without the minutes. */
const PARTS_MAX = 2

/**
 * A duration in days, hours, minutes, or seconds when short: its two largest units, without those that are 0. Empty for
 * 0 seconds, which is shown as a word (document 2 §9). Fractions of a second are rounded up.
 */
export function splitDuration(durationSec: number): readonly DurationPart[] {
  let restSec = Math.max(0, Math.ceil(durationSec))
  const largest = UNITS.findIndex(({ lengthSec }) => restSec >= lengthSec)
  if (largest === -1) return []
  return UNITS.slice(largest, largest + PARTS_MAX).flatMap(({ unit, lengthSec }) => {
    const value = Math.floor(restSec / lengthSec)
    restSec -= value * lengthSec
    return value === 0 ? [] : [{ unit, value }]
  })
}
