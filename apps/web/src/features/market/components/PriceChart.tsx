import type { ChartInterval } from '@clutch/contract/constants'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#shared/chart/Plot.module.css'
import { slotLabel } from '#shared/chart/slot-label.ts'
import { usePlot } from '#shared/chart/use-plot.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { ChartSeries } from '../model/chart-series.ts'
import { tradedWithin } from '../model/own-trades.ts'
import { zoomedIn, zoomTo, type Zoom } from '../model/zoom.ts'
import { chartOptions, chartRows, type ChartLayers } from './chart-options.ts'

interface PriceChartProps {
  readonly series: ChartSeries
  readonly interval: ChartInterval
  /** Must be the same object while it is equal: the chart is rebuilt for another. */
  readonly layers: ChartLayers
}

/** The drawn chart, rebuilt after each successful load (document 1 §4); dragging over a part of it shows that part. */
export function PriceChart({ series, interval, layers }: PriceChartProps) {
  const { t } = useTranslation(['market', 'chart'])
  const format = useFormat()
  const language = useLanguage()
  const [pointed, setPointed] = useState<number | null>(null)
  const [zoom, setZoom] = useState<Zoom | null>(null)
  const { startsSec } = series
  const frame = usePlot(
    useCallback(
      (element: HTMLElement) => ({
        options: chartOptions({
          element,
          interval,
          language,
          format,
          series,
          layers,
          zoom,
          onPoint: setPointed,
          onZoom: (dragged) =>
            setZoom((before) => (dragged === null ? null : (zoomTo(series.startsSec, dragged) ?? before))),
        }),
        rows: chartRows(series, layers),
      }),
      [series, interval, language, format, layers, zoom],
    ),
  )
  return (
    <div className={styles['place']}>
      <figure ref={frame} className={styles['frame']} aria-label={t('chart.summary')} />
      <div className={styles['zoom']}>
        <Button
          look="quiet"
          isIcon
          aria-label={t('chart.zoom_in')}
          title={t('chart.zoom_in')}
          onClick={() => setZoom(zoomedIn(startsSec, zoom))}
        >
          <IconZoomIn size={16} />
        </Button>
        {zoom !== null && (
          <Button
            look="quiet"
            isIcon
            aria-label={t('chart.zoom_out')}
            title={t('chart.zoom_out')}
            onClick={() => setZoom(null)}
          >
            <IconZoomOut size={16} />
          </Button>
        )}
      </div>
      {pointed !== null && <Tip series={series} interval={interval} layers={layers} index={pointed} />}
    </div>
  )
}

/** What the chart says of the slot that is pointed at. */
function Tip({ series, interval, layers, index }: PriceChartProps & { readonly index: number }) {
  const { t } = useTranslation(['market', 'chart'])
  const format = useFormat()
  const language = useLanguage()
  const slot = series.slots[index]
  if (slot === undefined) return null
  const low = series.lows[index] ?? null
  const high = series.highs[index] ?? null
  const average = layers.averages?.[index]
  const untilSec = series.startsSec[index + 1] ?? Number.POSITIVE_INFINITY
  const own = tradedWithin(layers.trades ?? [], series.startsSec[index] ?? 0, untilSec)
  return (
    <div className={styles['tip']} data-side={index > series.slots.length / 2 ? 'left' : 'right'} aria-hidden="true">
      <strong>{slotLabel(slot, series.startsSec[index] ?? 0, interval, language, t('chart:week'))}</strong>
      <TipLine side="buy" price={series.buyPrices[index]} quantity={series.buyQuantities[index]} />
      <TipLine side="sell" price={series.sellPrices[index]} quantity={series.sellQuantities[index]} />
      {layers.hasRange && low !== null && high !== null && (
        <span>
          {t('chart.layer.range')}{' '}
          <span className={styles['number']}>
            {format.exact(low)}–{format.exact(high)}
          </span>
        </span>
      )}
      {average !== undefined && (
        <span>
          {t(`chart.average_of.${interval}`)} <span className={styles['number']}>{format.exact(average)}</span>
        </span>
      )}
      {own.buy > 0 && <span className={styles['buy']}>{t('chart.own_bought', { amount: format.exact(own.buy) })}</span>}
      {own.sell > 0 && (
        <span className={styles['sell']}>{t('chart.own_sold', { amount: format.exact(own.sell) })}</span>
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
