import type { OwnLot } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import styles from './LotPrice.module.css'

/** Marks a lot that is behind others' lots at the same price (rules §16). */
export function QueuePlace({ lot: { ahead_count } }: { readonly lot: OwnLot }) {
  const { t } = useTranslation('market')
  const amount = useFormat().exact(ahead_count)
  if (ahead_count === 0) return null
  return (
    <span className={styles['place']} title={t('lots.behind', { amount })}>
      <span aria-hidden="true">{t('lots.behind_short', { amount })}</span>
      <span className="visually-hidden">{t('lots.behind', { amount })}</span>
    </span>
  )
}
