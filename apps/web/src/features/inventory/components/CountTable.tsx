import type { ChartInterval } from '@clutch/contract/constants'
import { useTranslation } from 'react-i18next'
import styles from '#shared/chart/ChartTable.module.css'
import { slotLabel } from '#shared/chart/slot-label.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import type { CountSeries } from '../model/count-series.ts'

/** The count chart as numbers, for those who cannot see it. */
export function CountTable({ series, interval }: { readonly series: CountSeries; readonly interval: ChartInterval }) {
  const { t } = useTranslation(['inventory', 'chart'])
  const format = useFormat()
  const language = useLanguage()
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles['scroll']} aria-label={t('chart.title')} tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('chart:time')}</th>
            <th scope="col">{t('chart.count')}</th>
          </tr>
        </thead>
        <tbody>
          {series.slots.map((slot, index) => (
            <tr key={slot}>
              <th scope="row">{slotLabel(slot, series.startsSec[index] ?? 0, interval, language, t('chart:week'))}</th>
              <td>{format.exact(series.counts[index] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
