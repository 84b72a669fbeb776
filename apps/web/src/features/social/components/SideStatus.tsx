import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './TradeDialog.module.css'

/** Whether a side has confirmed; the own one may have changes that nobody sees yet. */
export function SideStatus({ status }: { readonly status: 'pending' | 'confirmed' | 'changed' }) {
  const { t } = useTranslation('social')
  return (
    <span className={styles['status']} data-status={status}>
      {status === 'confirmed' && <IconCheck size={14} aria-hidden="true" />}
      {t(`status.${status}`)}
    </span>
  )
}
