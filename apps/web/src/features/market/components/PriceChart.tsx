import type { ChartInterval } from '@clutch/contract/constants'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import plotStyles from '#shared/chart/Plot.module.css'
import { usePlot } from '#shared/chart/use-plot.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { ChartData, ChartSeries } from '../model/chart-series.ts'
import { zoomedIn, zoomTo, type Zoom } from '../model/zoom.ts'
import { chartOptions, chartRows, type ChartLayers } from './chart-options.ts'
import { ChartLegend } from './ChartLegend.tsx'
import styles from './PriceChart.module.css'

interface PriceChartProps {
  readonly chart: ChartData
  readonly series: ChartSeries
  readonly interval: ChartInterval
  /** Must be the same object while it is equal: the chart is rebuilt for another. */
  readonly layers: ChartLayers
}

/** The drawn chart, rebuilt after each successful load (document 1 §4); dragging over a part of it shows that part. */
export function PriceChart({ chart, series, interval, layers }: PriceChartProps) {
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
    <div>
      <figure ref={frame} className={plotStyles['frame']} aria-label={t('chart:prices.summary')} />
      <ChartLegend chart={chart} series={series} interval={interval} layers={layers} index={pointed} />
      <div className={styles['zoom']}>
        <Button
          look="quiet"
          isIcon
          aria-label={t('chart:prices.zoom_in')}
          title={t('chart:prices.zoom_in')}
          onClick={() => setZoom(zoomedIn(startsSec, zoom))}
        >
          <IconZoomIn size={16} />
        </Button>
        {zoom !== null && (
          <Button
            look="quiet"
            isIcon
            aria-label={t('chart:prices.zoom_out')}
            title={t('chart:prices.zoom_out')}
            onClick={() => setZoom(null)}
          >
            <IconZoomOut size={16} />
          </Button>
        )}
      </div>
    </div>
  )
}
