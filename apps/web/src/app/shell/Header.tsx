import { IconLogin2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#shared/auth/session.ts'
import { SignInLink } from '#shared/auth/SignInLink.tsx'
import { NotificationBell } from '#shared/notifications/NotificationBell.tsx'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import { EnergyButton } from './EnergyButton.tsx'
import styles from './Header.module.css'
import { LanguageMenu } from './LanguageMenu.tsx'
import { UserMenu } from './UserMenu.tsx'
import { Wallet } from './Wallet.tsx'

export function Header() {
  const { t } = useTranslation()
  const isSignedIn = useSignedIn()
  return (
    <header className={styles['header']}>
      <span className={styles['wordmark']}>{t('product')}</span>
      <span className={styles['space']} />
      {isSignedIn && <EnergyButton />}
      {isSignedIn && <Wallet />}
      {isSignedIn && <ConnectionStatus />}
      {isSignedIn && <NotificationBell />}
      <LanguageMenu />
      {isSignedIn ? (
        <UserMenu />
      ) : (
        <SignInLink>
          <IconLogin2 size={18} aria-hidden="true" />
          {t('action.sign_in')}
        </SignInLink>
      )}
    </header>
  )
}
