import type { ChartInterval } from '@clutch/contract/constants'
import { SECOND_MS } from '@clutch/contract/formats'
import type uPlot from 'uplot'
import { tickLimit } from './chart-range.ts'

const TIME_AXIS_HEIGHT = 30
const VALUE_AXIS_WIDTH = 58
const PIXELS_PER_TICK = 64
/** Coins and items are whole, so an axis never steps by less: 1, 2, 5, 10, 20, 50 … 5 × 10^12. */
export const WHOLE_STEPS = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()
const AXIS_FONT = '12px "Inter Variable", system-ui, sans-serif'

/** Reads a design token where the plot stands. */
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

/** The axis of time: at most 12 ticks for hours, otherwise 8 (document 1 §9). */
export function timeAxis(token: (name: string) => string, interval: ChartInterval, language: string): uPlot.Axis {
  const ticks = tickLimit(interval)
  const dates = axisDates(interval, language)
  return {
    ...axisLook(token),
    grid: { show: false },
    size: TIME_AXIS_HEIGHT,
    space: (_plot, _axis, _low, _high, size) => Math.max(PIXELS_PER_TICK, size / ticks),
    values: (_plot, splits) => splits.map((split) => dates.format(split * SECOND_MS)),
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
    size: VALUE_AXIS_WIDTH,
    incrs: WHOLE_STEPS,
    values: (_plot, splits) => splits.map(write),
  }
}

function axisDates(interval: ChartInterval, language: string): Intl.DateTimeFormat {
  switch (interval) {
    case 'hour':
      return new Intl.DateTimeFormat(language, { weekday: 'short', hour: '2-digit', minute: '2-digit' })
    case 'day':
    case 'week':
      return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
    case 'month':
      return new Intl.DateTimeFormat(language, { month: 'short', year: '2-digit', timeZone: 'UTC' })
  }
}
