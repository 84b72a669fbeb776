import { NotificationKind, Side, toSafeNumber } from '@clutch/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useItemName } from '../catalogue/use-item-name.ts'
import { useFormat } from '../format/use-format.ts'
import { useLiveEvent } from '../live/live.ts'
import { itemHash } from '../market/item-address.ts'
import { showToast } from '../ui/toast-store.ts'
import { alertsQuery } from '../watchlist/alerts.ts'
import { browserNotifications, showBrowserNotification } from './browser-notifications.ts'
import { NOTIFICATIONS_KEY } from './notifications.ts'

/**
 * Tells of a notification when it arrives: as a toast, and outside the page while that is out of sight. A filled lot's own
 * toast has come with the fill, so it gets no second one.
 */
export function useNotificationArrival(): void {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useItemName()
  const client = useQueryClient()
  const navigate = useNavigate()
  useLiveEvent('notificationAdded', ({ payload }) => {
    if (payload.case !== 'notificationAdded') return
    const { notificationId, kind, side } = payload.value
    const itemId = toSafeNumber(payload.value.itemId)
    const count = toSafeNumber(payload.value.count)
    const isAlert = kind === NotificationKind.PRICE_ALERT
    const sideName = side === Side.BUY ? 'buy' : 'sell'
    const text = t(`notifications.${isAlert ? 'alert' : 'filled'}_${sideName}`, {
      name: nameOf(itemId),
      price: format.exact(toSafeNumber(payload.value.price)),
      amount: format.exact(count),
    })
    if (isAlert) {
      showToast(text)
      void client.invalidateQueries(alertsQuery)
    }
    void client.invalidateQueries({ queryKey: NOTIFICATIONS_KEY })
    if (!document.hidden) return
    showBrowserNotification(browserNotifications(), {
      id: notificationId,
      title: t('product'),
      text,
      onPress: () => void navigate({ to: '/marketplace/market', hash: itemHash(itemId) }),
    })
  })
}
