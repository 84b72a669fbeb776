import { CHART_LOOK_BACK_DAYS, type ChartInterval } from '@clutch/contract/constants'
import { DAY_SEC } from '@clutch/contract/formats'

const TICKS_HOURLY_MAX = 12
const TICKS_MAX = 8

/** From when to when a chart reads, in Unix seconds (document 1 §7). */
export function chartRange(interval: ChartInterval, nowSec: number) {
  return { start_date: nowSec - CHART_LOOK_BACK_DAYS[interval] * DAY_SEC, end_date: nowSec }
}

/** How many ticks the axis of time may show (document 1 §9). */
export function tickLimit(interval: ChartInterval): number {
  return interval === 'hour' ? TICKS_HOURLY_MAX : TICKS_MAX
}
