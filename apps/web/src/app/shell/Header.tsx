import { IconLogin2, IconSearch } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '#shared/account/profile.ts'
import { useLogoutHidden, useSignedIn } from '#shared/auth/session.ts'
import { SignInLink } from '#shared/auth/SignInLink.tsx'
import { lazyPart } from '#shared/loading/lazy-part.tsx'
import { NotificationBell } from '#shared/notifications/NotificationBell.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { ChatButton } from './ChatButton.tsx'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import { EnergyButton } from './EnergyButton.tsx'
import styles from './Header.module.css'
import { LanguageMenu } from './LanguageMenu.tsx'
import { UserMenu } from './UserMenu.tsx'
import { Wallet } from './Wallet.tsx'

const SocialButton = lazyPart(async () => (await import('../../features/social/SocialButton.tsx')).SocialButton)

/** The way to friends and trades, for whoever has a profile. Its place is kept while its code comes. */
function SocialPlace() {
  const { data: profile } = useProfile()
  if (profile === undefined) return null
  return (
    <Suspense fallback={<span className={styles['place']} />}>
      <SocialButton />
    </Suspense>
  )
}

export function Header({ onFind }: { readonly onFind: () => void }) {
  const { t } = useTranslation()
  const isSignedIn = useSignedIn()
  const isLogoutHidden = useLogoutHidden()
  return (
    <header className={styles['header']} data-signed-in={(isSignedIn && !isLogoutHidden) || undefined}>
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
      {isSignedIn && <EnergyButton />}
      {isSignedIn && <Wallet />}
      {isSignedIn && <ConnectionStatus />}
      {isSignedIn && <ChatButton />}
      {isSignedIn && <NotificationBell />}
      {isSignedIn && <SocialPlace />}
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
