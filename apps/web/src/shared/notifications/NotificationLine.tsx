import type { Notification } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '../catalogue/catalogue.ts'
import { useItemName } from '../catalogue/use-item-name.ts'
import { useFormat } from '../format/use-format.ts'
import { itemHash } from '../market/item-address.ts'
import { ItemTile } from '../ui/ItemTile.tsx'
import { useNowSec } from '../ui/use-now.ts'
import styles from './NotificationsPanel.module.css'

const TILE_SIZE = 36
const AGE_STEP_MS = 30_000

interface NotificationLineProps {
  readonly notification: Notification
  readonly onPress: () => void
}

/** One notification; it leads to its item on the market. */
export function NotificationLine({ notification, onPress }: NotificationLineProps) {
  const { t } = useTranslation('watch')
  const { t: tShell } = useTranslation()
  const format = useFormat()
  const { data: catalogue } = useCatalogue()
  const name = useItemName()(notification.item_id)
  const nowSec = useNowSec(AGE_STEP_MS)
  const { kind, side, count, price, alert, created_at: createdAt, is_read: isRead } = notification
  return (
    <li>
      <Link
        to="/marketplace/market"
        hash={itemHash(notification.item_id)}
        className={styles['line']}
        data-unread={!isRead || undefined}
        onClick={onPress}
      >
        <ItemTile item={catalogue?.byId.get(notification.item_id)} size={TILE_SIZE} />
        <span className={styles['words']}>
          <span className={styles['text']}>
            {!isRead && <span className="visually-hidden">{t('notifications.unread')}</span>}
            {tShell(`notifications.${kind === 'price_alert' ? 'alert' : 'filled'}_${side}`, {
              name,
              price: format.exact(price),
              amount: format.exact(count),
            })}
          </span>
          {alert !== null && (
            <span className={styles['detail']}>
              {t(`notifications.awaited_${alert.direction}`, { price: format.exact(alert.price) })}
            </span>
          )}
          <time
            className={styles['detail']}
            dateTime={new Date(createdAt * SECOND_MS).toISOString()}
            title={format.dateTime(createdAt)}
          >
            {format.age(nowSec - createdAt)}
          </time>
        </span>
      </Link>
    </li>
  )
}
