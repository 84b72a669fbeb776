import { NotificationKind, Side, toSafeNumber } from '@clutch/contract/live/values'
import type { QueueName } from '@clutch/economy'
import { useNavigate, type LinkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useItemName } from '../catalogue/use-item-name.ts'
import { useFormat } from '../format/use-format.ts'
import { useLiveEvent } from '../live/live.ts'
import { itemHash } from '../market/item-address.ts'
import { useFindRecipeName } from '../production/use-recipe-name.ts'
import { showToast } from '../ui/toast-store.ts'
import { browserNotifications, showBrowserNotification } from './browser-notifications.ts'
import { QUEUE_PAGES, useNotificationsFollow } from './notifications.ts'
import { placeOfGrant, useGrantText } from './support-grant.ts'

/**
 * Shows an arriving notification as a toast, and on the desktop while the page is hidden. Filled lots and ended queues
 * already have the toast of their fill or job, so they get no second one.
 */
export function useNotificationArrival(): void {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useItemName()
  const navigate = useNavigate()
  const findRecipeName = useFindRecipeName()
  const textOfGrant = useGrantText()
  useNotificationsFollow()
  useLiveEvent('notificationAdded', ({ payload }) => {
    if (payload.case !== 'notificationAdded') return
    const { notificationId, kind, side, receiptId } = payload.value
    const amount = format.exact(toSafeNumber(payload.value.count))
    const show = (text: string, to: LinkOptions) =>
      document.hidden &&
      showBrowserNotification(browserNotifications(), {
        id: notificationId,
        title: t('product'),
        text,
        onPress: () => void navigate(to),
      })
    const queue = QUEUES[kind]
    if (queue !== undefined) {
      // The last job has already shown the toast.
      void findRecipeName(queue, toSafeNumber(receiptId))
        .then((name) => show(t(`notifications.${queue}_queue_ended`, { name, amount }), { to: QUEUE_PAGES[queue] }))
        .catch(() => undefined)
      return
    }
    const itemId = toSafeNumber(payload.value.itemId)
    if (kind === NotificationKind.SUPPORT_GRANT) {
      const { coins, count } = payload.value
      const grant = { coins: toSafeNumber(coins), itemId, count: toSafeNumber(count) }
      const text = textOfGrant(grant)
      showToast(text, 'buy')
      show(text, placeOfGrant(grant))
      return
    }
    const isAlert = kind === NotificationKind.PRICE_ALERT
    const text = t(`notifications.${isAlert ? 'alert' : 'filled'}_${side === Side.BUY ? 'buy' : 'sell'}`, {
      name: nameOf(itemId),
      price: format.exact(toSafeNumber(payload.value.price)),
      amount,
    })
    if (isAlert) showToast(text)
    show(text, { to: '/marketplace/market', hash: itemHash(itemId) })
  })
}

const QUEUES: Readonly<Record<number, QueueName | undefined>> = {
  [NotificationKind.CRAFT_QUEUE_ENDED]: 'craft',
  [NotificationKind.FACTORY_QUEUE_ENDED]: 'factory',
}
