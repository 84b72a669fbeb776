import type { ChartInterval } from '@clutch/contract/constants'
import { useTranslation } from 'react-i18next'
import { slotLabel } from '#shared/chart/slot-label.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { DataTable } from '#shared/ui/DataTable.tsx'
import type { ChartSeries } from '../model/chart-series.ts'

/** The chart as numbers, for those who cannot see it. */
export function ChartTable({ series, interval }: { readonly series: ChartSeries; readonly interval: ChartInterval }) {
  const { t } = useTranslation(['market', 'chart'])
  const format = useFormat()
  const language = useLanguage()
  const numbers = (key: string, head: string, values: readonly (number | null)[]) => ({
    key,
    head,
    look: 'number' as const,
    renderCell: (index: number) => {
      const value = values[index] ?? null
      return value === null ? '–' : format.exact(value)
    },
  })
  return (
    <DataTable
      label={`${t('chart.title')}: ${t('chart:as_table')}`}
      isCompact
      rows={series.slots.map((_, index) => index)}
      keyOf={(index) => series.slots[index] ?? ''}
      columns={[
        {
          key: 'time',
          head: t('chart:time'),
          isName: true,
          renderCell: (index) =>
            slotLabel(series.slots[index] ?? '', series.startsSec[index] ?? 0, interval, language, t('chart:week')),
        },
        numbers('bought', t('chart:prices.bought'), series.buyPrices),
        numbers('bought-count', t('chart:prices.quantity'), series.buyQuantities),
        numbers('sold', t('chart:prices.sold'), series.sellPrices),
        numbers('sold-count', t('chart:prices.quantity'), series.sellQuantities),
        numbers('low', t('chart:prices.lowest'), series.lows),
        numbers('high', t('chart:prices.highest'), series.highs),
      ]}
    />
  )
}
