import { CHART_LOOK_BACK_DAYS, type ChartInterval } from '@clutch/contract/constants'
import { DAY_SEC } from '@clutch/contract/formats'

const TICKS_HOURLY_MAX = 12
const TICKS_MAX = 8

/** The time range of a chart in Unix seconds (document 1 §7). */
export function chartRange(interval: ChartInterval, nowSec: number) {
  return { start_date: nowSec - CHART_LOOK_BACK_DAYS[interval] * DAY_SEC, end_date: nowSec }
}

/** The maximum number of ticks on the time axis (document 1 §9). */
export function tickLimit(interval: ChartInterval): number {
  return interval === 'hour' ? TICKS_HOURLY_MAX : TICKS_MAX
}
