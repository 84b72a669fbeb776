import type { ChartInterval } from '@clutch/contract/constants'
import { SECOND_MS } from '@clutch/contract/formats'
import type uPlot from 'uplot'
import { dateFormat } from '../format/intl-formats.ts'
import { slotTicks } from './slot-ticks.ts'

const TIME_AXIS_HEIGHT = 26
/** Widths of a value axis: by its longest label, at least this. */
const VALUE_AXIS_WIDTH_MIN = 36
const DIGIT_WIDTH = 7.2
const LABEL_GAP = 10
/** Coins and items are whole, so axis steps are too: 1, 2, 5, 10, 20, 50 … 5 × 10^12. */
export const WHOLE_STEPS = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()
const AXIS_FONT = '12px "Inter Variable", system-ui, sans-serif'

/** Reads design tokens as they apply to the plot's element. */
export function tokenReader(element: HTMLElement): (name: string) => string {
  const tokens = getComputedStyle(element)
  return (name) => tokens.getPropertyValue(name).trim()
}

function axisLook(token: (name: string) => string): uPlot.Axis {
  return {
    stroke: token('--text-faint'),
    font: AXIS_FONT,
    grid: { stroke: token('--hairline'), width: 1 },
    ticks: { show: false },
  }
}

/** The time axis: at most 12 ticks for hours, otherwise 8 (document 1 §9). */
export function timeAxis(token: (name: string) => string, interval: ChartInterval, language: string): uPlot.Axis {
  const write = writeDates(interval, language)
  return {
    ...axisLook(token),
    grid: { show: false },
    size: TIME_AXIS_HEIGHT,
    splits: (plot, _axis, low, high) => slotTicks(interval, low, high, plot.bbox.width / window.devicePixelRatio),
    values: (_plot, splits) => splits.map((split) => write(new Date(split * SECOND_MS))),
  }
}

/** An axis of whole coins or items. */
export function wholeAxis(
  token: (name: string) => string,
  scale: string,
  write: (value: number) => string,
): uPlot.Axis {
  return {
    ...axisLook(token),
    scale,
    size: (_plot, labels) => widthOf(labels),
    incrs: WHOLE_STEPS,
    values: (_plot, splits) => splits.map(write),
  }
}

/** uPlot passes no labels before it has computed them. */
function widthOf(labels: readonly (string | null)[] | null): number {
  const longest = (labels ?? []).reduce((most, label) => Math.max(most, label?.length ?? 0), 0)
  return Math.max(VALUE_AXIS_WIDTH_MIN, Math.ceil(longest * DIGIT_WIDTH) + LABEL_GAP)
}

/**
 * Short labels of the time axis. A month with a two-digit year would read like a day, so the full year is shown at its
 * January.
 */
export function writeDates(interval: ChartInterval, language: string): (at: Date) => string {
  const usual = dateFormat(language, TICK_DATES[interval])
  const january = interval === 'month' ? dateFormat(language, { year: 'numeric', timeZone: 'UTC' }) : usual
  return (at) => (at.getUTCMonth() === 0 ? january : usual).format(at)
}

const DAY_OF_MONTH = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
const TICK_DATES: Readonly<Record<ChartInterval, Intl.DateTimeFormatOptions>> = {
  hour: { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: DAY_OF_MONTH,
  week: DAY_OF_MONTH,
  month: { month: 'short', timeZone: 'UTC' },
}
