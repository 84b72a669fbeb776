import { lazyChunk } from '../loading/lazy-chunk.tsx'
import { IconBell } from '@tabler/icons-react'
import { Suspense, useRef, useState, type ToggleEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import { Badge, BADGE_HOLDER } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './NotificationBell.module.css'
import { useUnreadCount } from './notifications.ts'

const NotificationsPanel = lazyChunk(async () => (await import('./NotificationsPanel.tsx')).NotificationsPanel)

const PANEL_ID = 'notifications'

/** The bell in the header: the unread count, and the panel with the list. */
export function NotificationBell() {
  const { t } = useTranslation()
  const format = useFormat()
  const unread = useUnreadCount()
  const [isOpen, setOpen] = useState(false)
  const panel = useRef<HTMLDialogElement>(null)
  const label =
    unread === 0 ? t('notifications.open') : t('notifications.open_unread', { amount: format.exact(unread) })
  return (
    <div className={BADGE_HOLDER}>
      <Button look="quiet" isIcon popoverTarget={PANEL_ID} aria-label={label} title={label}>
        <IconBell size={20} stroke={1.6} />
        <Badge count={unread} />
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
