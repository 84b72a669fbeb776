import type { Notification } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import type { QueueName } from '@clutch/economy'
import { useQuery } from '@tanstack/react-query'
import { IconGift, IconPlant2 } from '@tabler/icons-react'
import { Link, type LinkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '../catalogue/catalogue.ts'
import { useItemName } from '../catalogue/use-item-name.ts'
import { useFormat } from '../format/use-format.ts'
import { useLanguage } from '../i18n/use-language.ts'
import { itemHash } from '../market/item-address.ts'
import { craftRecipesQuery, factoryRecipesQuery } from '../production/recipes.ts'
import { Coin } from '../ui/Coin.tsx'
import { ItemTile } from '../ui/ItemTile.tsx'
import { useNowSec } from '../ui/use-now.ts'
import { QUEUE_PAGES } from './notifications.ts'
import styles from './NotificationsPanel.module.css'
import { placeOfGrant, useGrantText, type SupportGrant } from './support-grant.ts'

const TILE_SIZE = 36
const AGE_STEP_MS = 30_000

interface NotificationLineProps {
  readonly notification: Notification
  readonly onPress: () => void
}

/** One notification, linking to its item, to its queue's results, or to the history of a grant. */
export function NotificationLine({ notification, onPress }: NotificationLineProps) {
  switch (notification.kind) {
    case 'craft_queue_ended':
      return <QueueLine queue="craft" notification={notification} onPress={onPress} />
    case 'factory_queue_ended':
      return <QueueLine queue="factory" notification={notification} onPress={onPress} />
    case 'price_alert':
    case 'lot_filled':
      return <MarketLine notification={notification} onPress={onPress} />
    case 'support_grant':
      return <GrantLine notification={notification} onPress={onPress} />
  }
}

function MarketLine({ notification, onPress }: NotificationLineProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: catalogue } = useCatalogue()
  const { kind, count, price } = notification
  const itemId = notification.item_id ?? 0
  const name = useItemName()(itemId)
  return (
    <Line
      notification={notification}
      to={{ to: '/marketplace/market', hash: itemHash(itemId) }}
      picture={<ItemTile item={catalogue?.byId.get(itemId)} size={TILE_SIZE} />}
      onPress={onPress}
    >
      {t(`notifications.${kind === 'price_alert' ? 'alert' : 'filled'}_${notification.side ?? 'sell'}`, {
        name,
        price: format.exact(price),
        amount: format.exact(count),
      })}
    </Line>
  )
}

function QueueLine({ queue, notification, onPress }: NotificationLineProps & { readonly queue: QueueName }) {
  const { t } = useTranslation()
  const format = useFormat()
  const language = useLanguage()
  const nameOf = useItemName()
  const { data: catalogue } = useCatalogue()
  const { data: crafts } = useQuery({ ...craftRecipesQuery, enabled: queue === 'craft' })
  const { data: factories } = useQuery({ ...factoryRecipesQuery, enabled: queue === 'factory' })
  const recipeId = notification.recipe_id ?? 0
  const itemId = crafts?.byId.get(recipeId)?.ItemForVision
  const name = itemId === undefined ? (factories?.byId.get(recipeId)?.names[language] ?? '') : nameOf(itemId)
  return (
    <Line
      notification={notification}
      to={{ to: QUEUE_PAGES[queue] }}
      picture={
        queue === 'craft' ? (
          <ItemTile item={catalogue?.byId.get(itemId ?? 0)} size={TILE_SIZE} />
        ) : (
          <IconPlant2 size={TILE_SIZE} stroke={1.2} aria-hidden="true" />
        )
      }
      onPress={onPress}
    >
      {t(`notifications.${queue}_queue_ended`, { name, amount: format.exact(notification.count) })}
    </Line>
  )
}

function GrantLine({ notification, onPress }: NotificationLineProps) {
  const textOf = useGrantText()
  const grant = { coins: notification.coins, itemId: notification.item_id ?? 0, count: notification.count }
  return (
    <Line
      notification={notification}
      to={placeOfGrant(grant)}
      picture={<GrantPicture grant={grant} />}
      onPress={onPress}
    >
      {textOf(grant)}
    </Line>
  )
}

function GrantPicture({ grant: { itemId, count } }: { readonly grant: SupportGrant }) {
  const { data: catalogue } = useCatalogue()
  if (itemId > 0) return <ItemTile item={catalogue?.byId.get(itemId)} size={TILE_SIZE} />
  return count > 0 ? (
    <IconGift size={TILE_SIZE} stroke={1.2} aria-hidden="true" />
  ) : (
    <Coin coin="coin" size={TILE_SIZE} />
  )
}

interface LineProps extends NotificationLineProps {
  readonly to: LinkOptions
  readonly picture: ReactNode
  readonly children: string
}

function Line({ notification, to, picture, children, onPress }: LineProps) {
  const { t } = useTranslation('watch')
  const format = useFormat()
  const nowSec = useNowSec(AGE_STEP_MS)
  const { alert, created_at: createdAt, is_read: isRead } = notification
  return (
    <li>
      <Link {...to} className={styles['line']} data-unread={!isRead || undefined} onClick={onPress}>
        {picture}
        <span className={styles['words']}>
          <span className={styles['text']}>
            {!isRead && <span className="visually-hidden">{t('notifications.unread')}</span>}
            {children}
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
