import type { ChartInterval } from '@clutch/contract/constants'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import uPlot from 'uplot'
import { timeAxis, tokenReader, wholeAxis } from '#shared/chart/axes.ts'
import { chartRange } from '#shared/chart/chart-range.ts'
import styles from '#shared/chart/Plot.module.css'
import { slotLabel } from '#shared/chart/slot-label.ts'
import { usePlot } from '#shared/chart/use-plot.ts'
import type { Formats } from '#shared/format/formats.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { serverNowSec } from '#shared/timing/server-clock.ts'
import type { CountSeries } from '../model/count-series.ts'

interface CountChartProps {
  readonly series: CountSeries
  readonly interval: ChartInterval
  /** A point was pressed: its place in the series. */
  readonly onPick: (index: number) => void
}

/** The drawn count: a step per slot, since a count stays what it is until it changes. */
export function CountChart({ series, interval, onPick }: CountChartProps) {
  const { t } = useTranslation(['inventory', 'chart'])
  const format = useFormat()
  const language = useLanguage()
  const pointed = useRef<number | null>(null)
  const [tip, setTip] = useState<number | null>(null)
  const frame = usePlot(
    useCallback(
      (element: HTMLElement) => {
        const range = chartRange(interval, serverNowSec())
        const onPoint = (index: number | null) => {
          // The last row only draws the last count up to now: pointing at it means the last slot.
          const slot = index === null || series.slots.length === 0 ? null : Math.min(index, series.slots.length - 1)
          pointed.current = slot
          setTip(slot)
        }
        return {
          options: countOptions({ element, interval, language, format, range, onPoint }),
          // A count stays what it is up to now.
          rows: [
            [...series.startsSec, range.end_date],
            [...series.counts, series.counts.at(-1) ?? 0],
          ],
        }
      },
      [series, interval, language, format],
    ),
  )
  const slot = tip === null ? undefined : series.slots[tip]
  return (
    <div>
      {/* The same numbers can be reached in the table; the press is an extra for pointers. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <figure
        ref={frame}
        className={styles['frame']}
        aria-label={t('chart.summary')}
        onClick={() => {
          if (pointed.current !== null) onPick(pointed.current)
        }}
      />
      {tip !== null && slot !== undefined && (
        <div className={styles['tip']} data-side={tip > series.slots.length / 2 ? 'left' : 'right'} aria-hidden="true">
          <strong>{slotLabel(slot, series.startsSec[tip] ?? 0, interval, language, t('chart:week'))}</strong>
          <span className={styles['number']}>{format.exact(series.counts[tip] ?? 0)}</span>
        </div>
      )}
    </div>
  )
}

interface CountOptionsInput {
  readonly element: HTMLElement
  readonly interval: ChartInterval
  readonly language: string
  readonly format: Formats
  readonly range: { readonly start_date: number; readonly end_date: number }
  readonly onPoint: (index: number | null) => void
}

function countOptions({ element, interval, language, format, range, onPoint }: CountOptionsInput): uPlot.Options {
  const token = tokenReader(element)
  const paths = uPlot.paths.stepped?.({ align: 1 })
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      x: { time: true, range: [range.start_date, range.end_date] },
      count: { range: (_plot, _low, high) => [0, Math.max(1, high) * 1.1] },
    },
    series: [
      {},
      {
        scale: 'count',
        stroke: token('--accent'),
        fill: token('--accent-soft'),
        width: 2,
        points: { show: true, size: 5 },
        ...(paths && { paths }),
      },
    ],
    axes: [timeAxis(token, interval, language), wholeAxis(token, 'count', format.chartCount)],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  }
}
