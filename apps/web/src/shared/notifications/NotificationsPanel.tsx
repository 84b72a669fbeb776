import { IconChecks, IconX, IconDeviceDesktop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Popover } from '../ui/Popover.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../ui/States.tsx'
import { classNames } from '../ui/class-names.ts'
import segments from '../ui/Segments.module.css'
import { AllAlerts } from '../watchlist/AllAlerts.tsx'
import { NotificationLine } from './NotificationLine.tsx'
import { useMarkRead, useNotifications, useUnreadCount } from './notifications.ts'
import styles from './NotificationsPanel.module.css'
import { useState } from 'react'
import { askPermission, browserNotifications, permissionOf } from './browser-notifications.ts'

interface NotificationsPanelProps {
  readonly opener: Element
  readonly onLeave: () => void
}

/** The player's notifications, newest first. */
export function NotificationsPanel({ opener, onLeave }: NotificationsPanelProps) {
  const { t } = useTranslation('watch')
  const { t: tShell } = useTranslation()
  const unread = useUnreadCount()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useNotifications()
  const { markRead, isPending } = useMarkRead()
  const notifications = data?.pages.flat()
  const newest = notifications?.[0]?.notification_id
  const [view, setView] = useState<'notifications' | 'alerts'>('notifications')
  return (
    <Popover opener={opener} label={tShell('notifications.title')} className={styles['panel']} onClose={onLeave}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{tShell('notifications.title')}</h2>
        {view === 'notifications' && unread > 0 && newest !== undefined && (
          <Button look="quiet" isPending={isPending} onClick={() => markRead(newest)}>
            <IconChecks size={18} stroke={1.6} aria-hidden="true" />
            {t('notifications.mark_all')}
          </Button>
        )}
        <Button look="quiet" isIcon aria-label={tShell('action.close')} onClick={onLeave}>
          <IconX size={18} />
        </Button>
      </div>
      <fieldset className={segments['track']} aria-label={tShell('notifications.title')}>
        {(['notifications', 'alerts'] as const).map((each) => (
          <button
            key={each}
            type="button"
            className={classNames(segments['segment'], styles['view'])}
            aria-pressed={each === view}
            onClick={() => setView(each)}
          >
            {each === 'alerts' ? t('alerts.mine') : t('notifications.latest')}
          </button>
        ))}
      </fieldset>
      {view === 'alerts' ? (
        <div className={styles['list']}>
          <AllAlerts onLeave={onLeave} />
        </div>
      ) : (
        <>
          <PermissionLine />
          <div className={styles['list']}>
            {notifications === undefined &&
              (error === null ? (
                <Skeleton shape="entries" />
              ) : (
                <ErrorState error={error} onRetry={() => void refetch()} />
              ))}
            {notifications?.length === 0 && <EmptyState subject="news">{t('notifications.empty')}</EmptyState>}
            <ul>
              {notifications?.map((notification) => (
                <NotificationLine
                  key={notification.notification_id}
                  notification={notification}
                  onPress={() => {
                    if (!notification.is_read) markRead(notification.notification_id)
                    onLeave()
                  }}
                />
              ))}
            </ul>
            {hasNextPage && (
              <Button className={styles['more']} isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('notifications.older')}
              </Button>
            )}
          </div>
        </>
      )}
    </Popover>
  )
}

/** Offers desktop notifications; the browser asks only after this press. */
export function PermissionLine() {
  const { t } = useTranslation('watch')
  const [permission, setPermission] = useState(() => permissionOf(browserNotifications()))
  if (permission === 'unsupported') return null
  return (
    <div className={styles['permission']}>
      {permission === 'default' ? (
        <Button onClick={() => void askPermission(browserNotifications()).then(setPermission)}>
          <IconDeviceDesktop size={18} stroke={1.6} aria-hidden="true" />
          {t('notifications.ask')}
        </Button>
      ) : (
        <p>{t(`notifications.permission_${permission}`)}</p>
      )}
    </div>
  )
}
