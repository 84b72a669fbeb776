import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import type { ChartInterval } from '@clutch/contract/constants'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartFrame, PlotFallback } from '#shared/chart/ChartFrame.tsx'
import { slotLabel } from '#shared/chart/slot-label.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { DataTable } from '#shared/ui/DataTable.tsx'
import { summariseCounts, toCountSeries } from '../model/count-series.ts'
import styles from './CountChartPanel.module.css'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { chartRange } from '#shared/chart/chart-range.ts'
import { serverNowSec } from '#shared/timing/server-clock.ts'

const CountChart = lazyChunk(async () => (await import('./CountChart.tsx')).CountChart)

const DEFAULT_INTERVAL: ChartInterval = 'day'
const FIGURES = ['total', 'average', 'maximum', 'minimum'] as const

/** How many of an item the player had over time. A failed read shows as no data (document 1 §8). */
export function CountChartPanel({ itemId }: { readonly itemId: number }) {
  const { t } = useTranslation(['inventory', 'chart'])
  const format = useFormat()
  const language = useLanguage()
  const [interval, setInterval] = useState<ChartInterval>(DEFAULT_INTERVAL)
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const [picked, setPicked] = useState<number | null>(null)
  const { data, isPending, isError, isFetching, refetch } = useCountChart(itemId, interval)
  const series = toCountSeries(data === undefined || isError ? [] : data, interval)
  const summary = summariseCounts(series)
  const pickedSlot = picked === null ? undefined : series.slots[picked]
  const labelOf = (index: number) =>
    slotLabel(series.slots[index] ?? '', series.startsSec[index] ?? 0, interval, language, t('chart:week'))
  return (
    <div className={styles['panel']}>
      <ChartFrame
        title={t('chart.title')}
        interval={interval}
        onInterval={(choice) => {
          setInterval(choice)
          setPicked(null)
        }}
        isLoading={isPending}
        isFetching={isFetching}
        onRefresh={() => void refetch()}
        views={[
          { view: 'chart', label: t('chart:as_chart'), icon: <IconChartLine size={16} /> },
          { view: 'table', label: t('chart:as_table'), icon: <IconTable size={16} /> },
        ]}
        view={view}
        onView={setView}
        figures={FIGURES.map((figure) => (
          <span key={figure} title={figure === 'total' ? t('chart.total_hint') : undefined}>
            {t(`chart.${figure}`)} <strong className={styles['number']}>{format.chartCount(summary[figure])}</strong>
          </span>
        ))}
        emptyText={series.slots.length === 0 ? t('chart:no_data') : null}
      >
        {view === 'table' ? (
          <DataTable
            label={t('chart.title')}
            isCompact
            rows={series.slots.map((_, index) => index)}
            keyOf={(index) => series.slots[index] ?? ''}
            columns={[
              { key: 'time', head: t('chart:time'), isName: true, renderCell: labelOf },
              {
                key: 'count',
                head: t('chart.count'),
                look: 'number',
                renderCell: (index) => format.exact(series.counts[index] ?? 0),
              },
            ]}
          />
        ) : (
          <Suspense fallback={<PlotFallback />}>
            <CountChart series={series} interval={interval} onPick={setPicked} />
          </Suspense>
        )}
      </ChartFrame>
      <output className={styles['picked']}>
        {picked !== null && pickedSlot !== undefined && (
          <>
            {labelOf(picked)}: <strong className={styles['number']}>{format.exact(series.counts[picked] ?? 0)}</strong>
          </>
        )}
      </output>
    </div>
  )
}

/** How many of an item the player had over time; leaving the item or the interval aborts the read. */
function useCountChart(itemId: number, interval: ChartInterval) {
  return useQuery({
    queryKey: ['count-chart', itemId, interval],
    queryFn: ({ signal }) =>
      callApi(
        'POST /inventory/chart',
        { item_id: itemId, interval, ...chartRange(interval, serverNowSec()) },
        { signal },
      ),
  })
}
