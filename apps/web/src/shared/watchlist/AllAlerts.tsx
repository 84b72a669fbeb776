import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useItemName } from '../catalogue/use-item-name.ts'
import { itemHash } from '../market/item-address.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../ui/States.tsx'
import styles from './AlertDialog.module.css'
import { AlertLine } from './AlertLine.tsx'
import { useAlerts } from './alerts.ts'

/** All active alerts of the player, newest first, each linking to its item. */
export function AllAlerts({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation('watch')
  const nameOf = useItemName()
  const { data, error, refetch } = useAlerts()
  if (data === undefined)
    return error === null ? <Skeleton shape="entries" /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <EmptyState subject="market">{t('alerts.none_at_all')}</EmptyState>
  return (
    <ul className={styles['all']}>
      {data.map((alert) => (
        <AlertLine
          key={alert.alert_id}
          alert={alert}
          subject={
            <Link to="/marketplace/market" hash={itemHash(alert.item_id)} onClick={onLeave}>
              {nameOf(alert.item_id)}
            </Link>
          }
        />
      ))}
    </ul>
  )
}
