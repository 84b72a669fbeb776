import { lazyPart } from '../loading/lazy-part.tsx'
import { IconBell } from '@tabler/icons-react'
import { Suspense, useRef, useState, type ToggleEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import { Button } from '../ui/Button.tsx'
import styles from './NotificationBell.module.css'
import { useUnreadCount } from './notifications.ts'

const NotificationsPanel = lazyPart(async () => (await import('./NotificationsPanel.tsx')).NotificationsPanel)

const PANEL_ID = 'notifications'
/** A badge says that there are many, not how many exactly. */
const BADGE_MAX = 99

/** The bell in the header: how many notifications wait, and the panel that lists them. */
export function NotificationBell() {
  const { t } = useTranslation()
  const format = useFormat()
  const unread = useUnreadCount()
  const [isOpen, setOpen] = useState(false)
  const panel = useRef<HTMLDialogElement>(null)
  const label =
    unread === 0 ? t('notifications.open') : t('notifications.open_unread', { amount: format.exact(unread) })
  return (
    <div className={styles['bell']}>
      <Button look="quiet" isIcon popoverTarget={PANEL_ID} aria-label={label} title={label}>
        <IconBell size={20} stroke={1.6} />
        {unread > 0 && (
          <span className={styles['badge']} aria-hidden="true">
            {unread > BADGE_MAX ? `${BADGE_MAX}+` : unread}
          </span>
        )}
      </Button>
      <dialog
        ref={panel}
        id={PANEL_ID}
        popover="auto"
        aria-label={t('notifications.title')}
        className={styles['panel']}
        onToggle={(event: ToggleEvent) => setOpen(event.newState === 'open')}
      >
        {isOpen && (
          <Suspense fallback={<div className={styles['loading']} />}>
            <NotificationsPanel onLeave={() => panel.current?.hidePopover()} />
          </Suspense>
        )}
      </dialog>
    </div>
  )
}
