import { IconDeviceDesktop } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { askPermission, browserNotifications, permissionOf } from './browser-notifications.ts'
import styles from './NotificationsPanel.module.css'

/** Offers notifications outside the page; the browser asks only after this press. */
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
