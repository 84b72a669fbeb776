import type { CountPoint } from '@clutch/contract'
import type { ChartInterval } from '@clutch/contract/constants'
import { slotStartSec } from '@clutch/contract/formats'

/** How many there were per slot, in order of time. */
export interface CountSeries {
  readonly slots: readonly string[]
  readonly startsSec: readonly number[]
  readonly counts: readonly number[]
}

export interface CountSummary {
  /** The count at the end of the period. */
  readonly total: number
  readonly average: number
  readonly maximum: number
  readonly minimum: number
}

/** Orders points by date; slots that name no moment are left out. */
export function toCountSeries(points: readonly CountPoint[], interval: ChartInterval): CountSeries {
  const known = points
    .flatMap(({ time_slot, count }) => {
      const startSec = slotStartSec(time_slot, interval)
      return startSec === undefined ? [] : [{ slot: time_slot, startSec, count }]
    })
    .toSorted((one, other) => one.startSec - other.startSec)
  return {
    slots: known.map(({ slot }) => slot),
    startsSec: known.map(({ startSec }) => startSec),
    counts: known.map(({ count }) => count),
  }
}

/** The figures above the chart; all 0 without a point. */
export function summariseCounts({ counts }: CountSeries): CountSummary {
  if (counts.length === 0) return { total: 0, average: 0, maximum: 0, minimum: 0 }
  return {
    total: counts.at(-1) ?? 0,
    average: Math.round(counts.reduce((sum, count) => sum + count, 0) / counts.length),
    maximum: Math.max(...counts),
    minimum: Math.min(...counts),
  }
}
