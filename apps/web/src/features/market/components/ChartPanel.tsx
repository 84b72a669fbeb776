import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import type { ChartInterval } from '@clutch/contract/constants'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartFrame, PlotFallback } from '#shared/chart/ChartFrame.tsx'
import type { ItemDetails } from '#shared/market/item-details.ts'
import { useChart } from '../api/chart.ts'
import { hasChartData, mergeChart, NO_CHART_DATA, summariseSide, type ChartData } from '../model/chart-series.ts'
import { useFormat } from '#shared/format/use-format.ts'
import styles from './ChartPanel.module.css'

const ChartTable = lazyChunk(async () => (await import('./ChartTable.tsx')).ChartTable)
const LayeredChart = lazyChunk(async () => (await import('./LayeredChart.tsx')).LayeredChart)
const DepthChart = lazyChunk(async () => (await import('./DepthChart.tsx')).DepthChart)

const DEFAULT_INTERVAL: ChartInterval = 'day'

interface ChartPanelProps {
  readonly itemId: number
  readonly details: ItemDetails
}

/** Traded prices and quantities of an item, and the depth of its book. A failed read shows as no data (document 1 §8). */
export function ChartPanel({ itemId, details }: ChartPanelProps) {
  const { t } = useTranslation(['market', 'chart'])
  const [interval, setInterval] = useState<ChartInterval>(DEFAULT_INTERVAL)
  const [view, setView] = useState<'chart' | 'table' | 'depth'>('chart')
  const { data, isPending, isError, isFetching, refetch } = useChart(itemId, interval)
  const chart = data === undefined || isError ? NO_CHART_DATA : data
  const series = useMemo(() => mergeChart(chart, interval), [chart, interval])
  const hasBook = details.sell_orders.length + details.buy_orders.length > 0
  return (
    <ChartFrame
      title={t('chart.title')}
      interval={interval}
      onInterval={setInterval}
      isLoading={isPending && view !== 'depth'}
      isFetching={isFetching}
      onRefresh={() => void refetch()}
      views={[
        { view: 'chart', label: t('chart:as_chart') },
        { view: 'table', label: t('chart:as_table') },
        { view: 'depth', label: t('chart.as_depth') },
      ]}
      view={view}
      onView={setView}
      figures={<SideFigures chart={chart} />}
      emptyText={findEmptyText()}
    >
      <Suspense fallback={<PlotFallback />}>
        {view === 'chart' && <LayeredChart key={interval} itemId={itemId} series={series} interval={interval} />}
        {view === 'table' && <ChartTable series={series} interval={interval} />}
        {view === 'depth' && <DepthChart details={details} />}
      </Suspense>
    </ChartFrame>
  )

  function findEmptyText(): string | null {
    if (view === 'depth') return hasBook ? null : t('chart.depth_empty')
    return hasChartData(chart) ? null : t('chart:no_data')
  }
}

/** What each side's line is called, its average price and its volume. */
export function SideFigures({ chart }: { readonly chart: ChartData }) {
  const { t } = useTranslation('market')
  const format = useFormat()
  return (['buy', 'sell'] as const).map((side) => {
    const { average, volume } = summariseSide(side === 'buy' ? chart.buy_data : chart.sell_data)
    return (
      <span key={side} className={styles[side]}>
        <span className={styles['swatch']} />
        {t(side === 'buy' ? 'chart.bought' : 'chart.sold')}
        <span className={styles['numbers']} title={t('chart.average_and_volume')}>
          {t('chart.average', { amount: volume === 0 ? '–' : format.exact(average) })} ·{' '}
          {t('chart.volume', { amount: format.chartCount(volume) })}
        </span>
      </span>
    )
  })
}
