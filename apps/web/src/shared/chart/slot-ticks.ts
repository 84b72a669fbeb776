import type { ChartInterval } from '@clutch/contract/constants'
import { DAY_SEC, HOUR_SEC, SECOND_MS } from '@clutch/contract/formats'
import { tickLimit } from './chart-range.ts'

/** Width of an axis label with its margin, per interval. */
const LABEL_WIDTHS_PX: Readonly<Record<ChartInterval, number>> = { hour: 104, day: 64, week: 64, month: 72 }

/** Allowed numbers of slots between two labels. */
const STEPS: Readonly<Record<ChartInterval, readonly number[]>> = {
  hour: [1, 2, 3, 4, 6, 8, 12, 24, 48],
  day: [1, 2, 3, 5, 7, 10, 15, 30],
  week: [1, 2, 3, 4, 6, 13, 26],
  month: [1, 2, 3, 4, 6, 12],
}

const DAYS_PER_WEEK = 7
/** The epoch was a Thursday; weeks begin on Mondays (ISO 8601). */
const MONDAY_OFFSET_DAYS = 3
const MONTHS_PER_YEAR = 12

/**
 * Tick positions of the time axis: slot starts, each at most once, as many as fit (document 1 §9). Slots are UTC (rules
 * §0): an axis in local time would put November's bucket under October.
 */
export function slotTicks(interval: ChartInterval, fromSec: number, toSec: number, widthPx: number): number[] {
  const limit = Math.max(1, Math.min(tickLimit(interval), Math.floor(widthPx / LABEL_WIDTHS_PX[interval])))
  const first = slotNumber(interval, fromSec)
  const last = slotNumber(interval, toSec)
  const ticksOf = (step: number) => {
    const starts: number[] = []
    for (let slot = Math.ceil(first / step) * step; slot <= last; slot += step) starts.push(slotStart(interval, slot))
    return starts.filter((startSec) => startSec >= fromSec)
  }
  const fitting = STEPS[interval].map(ticksOf).find((ticks) => ticks.length <= limit)
  return fitting ?? ticksOf(Math.ceil((last - first) / limit) + 1)
}

/** Index of a slot, counted from the epoch. */
function slotNumber(interval: ChartInterval, atSec: number): number {
  switch (interval) {
    case 'hour':
      return Math.floor(atSec / HOUR_SEC)
    case 'day':
      return Math.floor(atSec / DAY_SEC)
    case 'week':
      return Math.floor((atSec / DAY_SEC + MONDAY_OFFSET_DAYS) / DAYS_PER_WEEK)
    case 'month': {
      const date = new Date(atSec * SECOND_MS)
      return date.getUTCFullYear() * MONTHS_PER_YEAR + date.getUTCMonth()
    }
  }
}

function slotStart(interval: ChartInterval, slot: number): number {
  switch (interval) {
    case 'hour':
      return slot * HOUR_SEC
    case 'day':
      return slot * DAY_SEC
    case 'week':
      return (slot * DAYS_PER_WEEK - MONDAY_OFFSET_DAYS) * DAY_SEC
    case 'month':
      return Date.UTC(Math.floor(slot / MONTHS_PER_YEAR), slot % MONTHS_PER_YEAR) / SECOND_MS
  }
}
