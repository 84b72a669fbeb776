import { IconLogin2, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#shared/auth/session.ts'
import { SignInLink } from '#shared/auth/SignInLink.tsx'
import { NotificationBell } from '#shared/notifications/NotificationBell.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { ChatButton } from './ChatButton.tsx'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import { EnergyButton } from './EnergyButton.tsx'
import styles from './Header.module.css'
import { LanguageMenu } from './LanguageMenu.tsx'
import { SocialButton } from './SocialButton.tsx'
import { UserMenu } from './UserMenu.tsx'
import { Wallet } from './Wallet.tsx'

export function Header({ onFind }: { readonly onFind: () => void }) {
  const { t } = useTranslation()
  const isSignedIn = useSignedIn()
  return (
    <header className={styles['header']} data-signed-in={isSignedIn || undefined}>
      <Link to="/" className={styles['mark']} aria-label={t('menu.home')}>
        <img src="/favicon.svg" width={28} height={28} alt="" />
      </Link>
      <span className={styles['wordmark']}>{t('product')}</span>
      <span className={styles['space']} />
      {isSignedIn && (
        <Button
          look="quiet"
          isIcon
          className={styles['find']}
          aria-label={t('palette.open')}
          title={t('palette.open')}
          onClick={onFind}
        >
          <IconSearch size={20} stroke={1.6} />
        </Button>
      )}
      {isSignedIn && <ConnectionStatus />}
      {isSignedIn && <EnergyButton />}
      {isSignedIn && <Wallet />}
      {isSignedIn && <ChatButton />}
      {isSignedIn && <NotificationBell />}
      {isSignedIn && <SocialButton />}
      {isSignedIn ? (
        <UserMenu onFind={onFind} />
      ) : (
        <>
          <LanguageMenu />
          <SignInLink>
            <IconLogin2 size={18} aria-hidden="true" />
            {t('action.sign_in')}
          </SignInLink>
        </>
      )}
    </header>
  )
}
