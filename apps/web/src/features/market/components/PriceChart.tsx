import type { ChartInterval } from '@clutch/contract/constants'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#shared/chart/Plot.module.css'
import { slotLabel } from '#shared/chart/slot-label.ts'
import { usePlot } from '#shared/chart/use-plot.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import type { ChartSeries } from '../model/chart-series.ts'
import { chartOptions, chartRows } from './chart-options.ts'

interface PriceChartProps {
  readonly series: ChartSeries
  readonly interval: ChartInterval
}

/** The drawn chart, rebuilt after each successful load (document 1 §4). */
export function PriceChart({ series, interval }: PriceChartProps) {
  const { t } = useTranslation(['market', 'chart'])
  const format = useFormat()
  const language = useLanguage()
  const [pointed, setPointed] = useState<number | null>(null)
  const frame = usePlot(
    useCallback(
      (element: HTMLElement) => ({
        options: chartOptions({ element, interval, language, format, onPoint: setPointed }),
        rows: chartRows(series),
      }),
      [series, interval, language, format],
    ),
  )
  const slot = pointed === null ? undefined : series.slots[pointed]
  return (
    <div>
      <figure ref={frame} className={styles['frame']} aria-label={t('chart.summary')} />
      {pointed !== null && slot !== undefined && (
        <div
          className={styles['tip']}
          data-side={pointed > series.slots.length / 2 ? 'left' : 'right'}
          aria-hidden="true"
        >
          <strong>{slotLabel(slot, series.startsSec[pointed] ?? 0, interval, language, t('chart:week'))}</strong>
          <TipLine side="buy" price={series.buyPrices[pointed]} quantity={series.buyQuantities[pointed]} />
          <TipLine side="sell" price={series.sellPrices[pointed]} quantity={series.sellQuantities[pointed]} />
        </div>
      )}
    </div>
  )
}

interface TipLineProps {
  readonly side: 'buy' | 'sell'
  readonly price: number | null | undefined
  readonly quantity: number | null | undefined
}

function TipLine({ side, price, quantity }: TipLineProps) {
  const { t } = useTranslation('market')
  const format = useFormat()
  if (price === null || price === undefined) return null
  return (
    <span className={styles[side]}>
      {t(side === 'buy' ? 'chart.bought' : 'chart.sold')}{' '}
      <span className={styles['number']}>
        {format.exact(price)} × {format.chartCount(quantity ?? 0)}
      </span>
    </span>
  )
}
