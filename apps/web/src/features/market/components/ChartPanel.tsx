import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import type { ChartInterval } from '@clutch/contract/constants'
import { IconChartBar, IconChartLine, IconTable } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartFrame, PlotFallback } from '#shared/chart/ChartFrame.tsx'
import type { ItemDetails } from '#shared/market/item-details.ts'
import { useChart } from '../api/chart.ts'
import { hasChartData, mergeChart, NO_CHART_DATA } from '../model/chart-series.ts'
import { useChartLayers } from '../hooks/use-chart-layers.ts'
import { LayerMenu } from './LayerMenu.tsx'

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
  const layers = useChartLayers()
  const hasBook = details.sell_orders.length + details.buy_orders.length > 0
  return (
    <ChartFrame
      title={t('chart.title')}
      isTitleHidden
      interval={interval}
      onInterval={setInterval}
      isLoading={isPending && view !== 'depth'}
      isFetching={isFetching}
      onRefresh={() => void refetch()}
      views={[
        { view: 'chart', label: t('chart:as_chart'), icon: <IconChartLine size={16} /> },
        { view: 'table', label: t('chart:as_table'), icon: <IconTable size={16} /> },
        { view: 'depth', label: t('chart:prices.as_depth'), icon: <IconChartBar size={16} /> },
      ]}
      view={view}
      onView={setView}
      tools={
        view === 'chart' && (
          <LayerMenu interval={interval} offered={layers.offered} chosen={layers.chosen} onToggle={layers.toggle} />
        )
      }
      emptyText={findEmptyText()}
    >
      <Suspense fallback={<PlotFallback />}>
        {view === 'chart' && (
          <LayeredChart
            key={interval}
            itemId={itemId}
            chart={chart}
            series={series}
            interval={interval}
            has={layers.has}
          />
        )}
        {view === 'table' && <ChartTable series={series} interval={interval} />}
        {view === 'depth' && <DepthChart details={details} />}
      </Suspense>
    </ChartFrame>
  )

  function findEmptyText(): string | null {
    if (view === 'depth') return hasBook ? null : t('chart:prices.depth_empty')
    return hasChartData(chart) ? null : t('chart:no_data')
  }
}
