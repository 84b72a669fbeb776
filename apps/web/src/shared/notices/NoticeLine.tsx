import type { Notice } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '../catalogue/catalogue.ts'
import { useItemName } from '../catalogue/use-item-name.ts'
import { useFormat } from '../format/use-format.ts'
import { itemHash } from '../market/item-address.ts'
import { ItemTile } from '../ui/ItemTile.tsx'
import { useNowSec } from '../ui/use-now.ts'
import styles from './NoticesPanel.module.css'

const TILE_SIZE = 36
const AGE_STEP_MS = 30_000

interface NoticeLineProps {
  readonly notice: Notice
  readonly onPress: () => void
}

/** One notice; it leads to its item on the market. */
export function NoticeLine({ notice, onPress }: NoticeLineProps) {
  const { t } = useTranslation('watch')
  const { t: tShell } = useTranslation()
  const format = useFormat()
  const { data: catalogue } = useCatalogue()
  const name = useItemName()(notice.item_id)
  const nowSec = useNowSec(AGE_STEP_MS)
  const { kind, side, count, price, alert, created_at: createdAt, is_read: isRead } = notice
  return (
    <li>
      <Link
        to="/marketplace/market"
        hash={itemHash(notice.item_id)}
        className={styles['line']}
        data-unread={!isRead || undefined}
        onClick={onPress}
      >
        <ItemTile item={catalogue?.byId.get(notice.item_id)} size={TILE_SIZE} />
        <span className={styles['words']}>
          <span className={styles['text']}>
            {!isRead && <span className="visually-hidden">{t('notices.unread')}</span>}
            {tShell(`notices.${kind === 'price_alert' ? 'alert' : 'filled'}_${side}`, {
              name,
              price: format.exact(price),
              amount: format.exact(count),
            })}
          </span>
          {alert !== null && (
            <span className={styles['detail']}>
              {t(`notices.awaited_${alert.direction}`, { price: format.exact(alert.price) })}
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
