import { SECOND_MS } from '@clutch/contract/formats'
import { useCallback, useState } from 'react'
import uPlot from 'uplot'
import { timeAxis, tokenReader, wholeAxis } from './axes.ts'
import styles from './Plot.module.css'
import { usePlot } from './use-plot.ts'
import type { Formats } from '#shared/format/formats.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'

/** Longer periods are labelled by months. */
const DAYS_LABELLED_MAX = 120
const BAR_WIDTH = 0.62

export interface Trend {
  readonly label: string
  readonly look: 'accent' | 'buy' | 'sell'
  readonly isBars?: boolean
  /** Null for days without a value. */
  readonly values: readonly (number | null)[]
}

interface TrendChartProps {
  readonly label: string
  /** ISO dates, oldest first. */
  readonly days: readonly string[]
  readonly trends: readonly Trend[]
  readonly write?: (value: number) => string
  /** Label of the last day if it has not ended yet. */
  readonly today?: string
}

/** Figures per day as lines or bars; the table of days has the same numbers. */
export function TrendChart({ label, days, trends, write, today }: TrendChartProps) {
  const format = useFormat()
  const language = useLanguage()
  const [pointed, setPointed] = useState<number | null>(null)
  const frame = usePlot(
    useCallback(
      (element: HTMLElement) => ({
        options: optionsOf({ element, days, trends, language, format, write, onPoint: setPointed }),
        rows: [days.map((day) => Date.parse(day) / SECOND_MS), ...trends.map(({ values }) => [...values])],
      }),
      [days, trends, language, format, write],
    ),
  )
  const day = pointed === null ? undefined : days[pointed]
  return (
    <>
      <figure ref={frame} className={styles['frame']} aria-label={label} />
      {pointed !== null && day !== undefined && (
        <div className={styles['tip']} data-side={pointed > days.length / 2 ? 'left' : 'right'} aria-hidden="true">
          <strong>{(pointed === days.length - 1 ? today : undefined) ?? format.day(day)}</strong>
          {trends.map(({ label: name, values }) => (
            <span key={name}>
              {name} <span className={styles['number']}>{writeValue(values[pointed] ?? null, write, format)}</span>
            </span>
          ))}
        </div>
      )}
    </>
  )
}

function writeValue(value: number | null, write: ((value: number) => string) | undefined, format: Formats): string {
  return value === null ? '–' : (write ?? format.exact)(value)
}

interface OptionsInput {
  readonly element: HTMLElement
  readonly days: readonly string[]
  readonly trends: readonly Trend[]
  readonly language: string
  readonly format: Formats
  readonly write: ((value: number) => string) | undefined
  readonly onPoint: (index: number | null) => void
}

function optionsOf({ element, days, trends, language, format, write, onPoint }: OptionsInput): uPlot.Options {
  const token = tokenReader(element)
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    scales: {
      x: { time: true, range: (_plot, low, high) => withRoom(low, high, trends) },
      value: { range: (_plot, low, high) => withAir(low, high, trends) },
    },
    series: [{}, ...trends.map((trend) => seriesOf(trend, token, days.length))],
    axes: [
      timeAxis(token, days.length > DAYS_LABELLED_MAX ? 'month' : 'day', language),
      wholeAxis(token, 'value', write ?? format.price),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  }
}

function seriesOf({ look, isBars = false }: Trend, token: (name: string) => string, days: number): uPlot.Series {
  const bars = isBars ? uPlot.paths.bars?.({ size: [BAR_WIDTH, 28] }) : undefined
  return {
    scale: 'value',
    stroke: token(`--${look}`),
    fill: token(`--${look}-soft`),
    width: isBars ? 1 : 2,
    points: { show: !isBars && days < 32, size: 5 },
    ...(bars === undefined ? {} : { paths: bars }),
  }
}

/** A nearly constant line is drawn as flat, and its axis does not repeat the same number. */
const FLAT_MARGIN = 0.02
const HALF_DAY_SEC = 43_200

/** Room for half a bar before the first and after the last day. */
function withRoom(low: number, high: number, trends: readonly Trend[]): uPlot.Range.MinMax {
  const room = trends.some(({ isBars }) => isBars === true) ? HALF_DAY_SEC : 0
  return [low - room, high + room]
}

/** Bars start at zero; lines get some margin. */
function withAir(low: number, high: number, trends: readonly Trend[]): uPlot.Range.MinMax {
  const isBars = trends.some((trend) => trend.isBars === true)
  const [from, to] = isBars ? [Math.min(0, low), Math.max(1, high)] : [low, high]
  const margin = Math.max(isBars ? 0 : Math.abs(to) * FLAT_MARGIN, (to - from) * 0.12) || 1
  return [
    isBars ? (from === 0 ? 0 : from - margin) : from >= 0 ? Math.max(0, from - margin) : from - margin,
    to + margin,
  ]
}
