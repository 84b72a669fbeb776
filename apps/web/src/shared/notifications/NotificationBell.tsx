import { lazyChunk } from '../loading/lazy-chunk.tsx'
import { IconBell } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import { Badge, BADGE_HOLDER } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { useUnreadCount } from './notifications.ts'

const NotificationsPanel = lazyChunk(async () => (await import('./NotificationsPanel.tsx')).NotificationsPanel)

/** The bell in the header: the unread count, and the panel with the list. */
export function NotificationBell() {
  const { t } = useTranslation()
  const format = useFormat()
  const unread = useUnreadCount()
  const [opener, setOpener] = useState<Element | null>(null)
  const close = () => setOpener(null)
  const label =
    unread === 0 ? t('notifications.open') : t('notifications.open_unread', { amount: format.exact(unread) })
  return (
    <>
      <Button
        look="quiet"
        isIcon
        className={BADGE_HOLDER}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={opener !== null}
        onClick={({ currentTarget }) => setOpener(opener === null ? currentTarget : null)}
      >
        <IconBell size={20} stroke={1.6} />
        <Badge count={unread} />
      </Button>
      <Suspense>{opener !== null && <NotificationsPanel opener={opener} onLeave={close} />}</Suspense>
    </>
  )
}
