import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Price } from '#shared/ui/Price.tsx'
import { useWorth } from '#shared/account/worth.ts'
import styles from './WorthSummary.module.css'

/** What everything the player owns is worth, and where it is. Its frame is drawn before the figures arrive. */
export function WorthSummary() {
  const { t } = useTranslation('inventory')
  const format = useFormat()
  const { data } = useWorth()
  const sums = data === undefined ? undefined : sumWorth(data.byId.values())
  const figures = [
    ['coins', data?.coins.free],
    ['coins_in_lots', data?.coins.in_lots],
    ['free', sums?.free],
    ['in_lots', sums?.inLots],
    ['in_jobs', sums?.inJobs],
  ] as const
  return (
    <section className={styles['worth']} aria-label={t('worth.title')} title={t('worth.note')}>
      <p className={styles['total']}>
        <span className={styles['label']}>{t('worth.title')}</span>
        <strong>{data === undefined ? '–' : <Price coins={data.total} isExact size={20} />}</strong>
      </p>
      <dl className={styles['parts']}>
        {figures.map(([part, coins]) => (
          <div key={part}>
            <dt>{t(`worth.${part}`)}</dt>
            <dd title={coins === undefined ? undefined : format.exact(coins)}>
              {coins === undefined ? '–' : <Price coins={coins} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function sumWorth(items: Iterable<{ free: number; in_lots: number; in_jobs: number; fair_price: number }>) {
  const sums = { free: 0, inLots: 0, inJobs: 0 }
  for (const { free, in_lots, in_jobs, fair_price } of items) {
    sums.free += free * fair_price
    sums.inLots += in_lots * fair_price
    sums.inJobs += in_jobs * fair_price
  }
  return sums
}
