import { SECOND_MS } from '@clutch/contract/formats'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type uPlot from 'uplot'
import { timeAxis, tokenReader, wholeAxis } from '#shared/chart/axes.ts'
import styles from '#shared/chart/Plot.module.css'
import { usePlot } from '#shared/chart/use-plot.ts'
import type { Formats } from '#shared/format/formats.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import type { Figure, Point } from '../model/period.ts'

/** Longer periods are labelled by months. */
const DAYS_LABELLED_MAX = 120

interface FigureChartProps {
  readonly points: readonly Point[]
  readonly figure: Figure
}

/** The line of one figure over the days; the same numbers can be read in the table. */
export function FigureChart({ points, figure }: FigureChartProps) {
  const { t } = useTranslation('portfolio')
  const format = useFormat()
  const language = useLanguage()
  const [pointed, setPointed] = useState<number | null>(null)
  const frame = usePlot(
    useCallback(
      (element: HTMLElement) => ({
        options: figureOptions({ element, points, language, format, onPoint: setPointed }),
        rows: [points.map(({ startSec }) => startSec), points.map(({ figures }) => figures[figure])],
      }),
      [points, figure, language, format],
    ),
  )
  const point = pointed === null ? undefined : points[pointed]
  return (
    <div>
      <figure ref={frame} className={styles['frame']} aria-label={t('summary', { figure: t(`figures.${figure}`) })} />
      {pointed !== null && point !== undefined && (
        <div className={styles['tip']} data-side={pointed > points.length / 2 ? 'left' : 'right'} aria-hidden="true">
          <strong>
            {point.isToday ? t('table.today') : format.day(new Date(point.startSec * SECOND_MS).toISOString())}
          </strong>
          <span className={styles['number']}>{format.exact(point.figures[figure])}</span>
        </div>
      )}
    </div>
  )
}

interface FigureOptionsInput {
  readonly element: HTMLElement
  readonly points: readonly Point[]
  readonly language: string
  readonly format: Formats
  readonly onPoint: (index: number | null) => void
}

function figureOptions({ element, points, language, format, onPoint }: FigureOptionsInput): uPlot.Options {
  const token = tokenReader(element)
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: { x: { time: true }, coins: { range: (_plot, low, high) => withAir(low, high) } },
    series: [
      {},
      {
        scale: 'coins',
        stroke: token('--accent'),
        fill: token('--accent-soft'),
        width: 2,
        points: { show: points.length < 32, size: 5 },
      },
    ],
    axes: [
      timeAxis(token, points.length > DAYS_LABELLED_MAX ? 'month' : 'day', language),
      wholeAxis(token, 'coins', (value) => (value < 0 ? `−${format.price(-value)}` : format.price(value))),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  }
}

/** Some air around the line; a figure that cannot be negative keeps to the ground. */
function withAir(low: number, high: number): uPlot.Range.MinMax {
  const margin = Math.max(1, (high - low) * 0.12)
  return [low >= 0 ? Math.max(0, low - margin) : low - margin, high + margin]
}
