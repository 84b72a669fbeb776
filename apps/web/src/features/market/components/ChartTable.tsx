import type { ChartInterval } from '@clutch/contract/constants'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import type { ChartSeries } from '../model/chart-series.ts'
import { slotLabel } from '#shared/chart/slot-label.ts'
import styles from '#shared/chart/ChartTable.module.css'

/** The chart as numbers, for those who cannot see it. */
export function ChartTable({ series, interval }: { readonly series: ChartSeries; readonly interval: ChartInterval }) {
  const { t } = useTranslation(['market', 'chart'])
  const format = useFormat()
  const language = useLanguage()
  const cell = (value: number | null | undefined) => (value === null || value === undefined ? '–' : format.exact(value))
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles['scroll']} aria-label={`${t('chart.title')}: ${t('chart:as_table')}`} tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('chart:time')}</th>
            <th scope="col">{t('chart.bought')}</th>
            <th scope="col">{t('chart.quantity')}</th>
            <th scope="col">{t('chart.sold')}</th>
            <th scope="col">{t('chart.quantity')}</th>
          </tr>
        </thead>
        <tbody>
          {series.slots.map((slot, index) => (
            <tr key={slot}>
              <th scope="row">{slotLabel(slot, series.startsSec[index] ?? 0, interval, language, t('chart:week'))}</th>
              <td>{cell(series.buyPrices[index])}</td>
              <td>{cell(series.buyQuantities[index])}</td>
              <td>{cell(series.sellPrices[index])}</td>
              <td>{cell(series.sellQuantities[index])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
