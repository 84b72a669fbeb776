import { Link, useLocation } from '@tanstack/react-router'
import {
  IconBuildingBank,
  IconChevronDown,
  IconDevices,
  IconDice5,
  IconGift,
  IconLanguage,
  IconLogout,
  IconLogout2,
  IconSearch,
  IconShieldLock,
  IconStack2,
  IconUserCircle,
} from '@tabler/icons-react'
import { Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '#shared/account/profile.ts'
import { LANGUAGE_NAMES } from '#shared/i18n/i18n.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { useLogoutHidden } from '#shared/auth/session.ts'
import { Button } from '#shared/ui/Button.tsx'
import buttons from '#shared/ui/Button.module.css'
import { classNames } from '#shared/ui/class-names.ts'
import { LazyConfirmDialog } from '#shared/ui/LazyConfirmDialog.tsx'
import { ConnectionLine } from './ConnectionStatus.tsx'
import { LANGUAGE_MENU_ID } from './LanguageMenu.tsx'
import { useSignOut } from './use-sign-out.ts'
import styles from './UserMenu.module.css'
import { useCommand } from '#shared/api/use-command.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { showToast } from '#shared/ui/toast-store.ts'

const SessionsDialog = lazyChunk(async () => (await import('./SessionsDialog.tsx')).SessionsDialog)
const ReferralDialog = lazyChunk(
  async () => (await import('../../features/referral/ReferralDialog.tsx')).ReferralDialog,
)
const MENU_ID = 'user-menu'
/** Sections that are in the rail, and on a phone in this menu. */
const PHONE_PLACES = [
  { to: '/rent', label: 'menu.rent', Icon: IconBuildingBank },
  { to: '/roulette/wheel', label: 'menu.roulette', Icon: IconDice5 },
] as const
const PHONE_LINK_LOOK = classNames(buttons['button'], buttons['quiet'], styles['choice'], styles['onPhones'])
const ADMIN_LINK_LOOK = classNames(buttons['button'], buttons['quiet'], styles['choice'])

/**
 * The signed-in player, and signing out. The game client signs in automatically and cannot sign out here (document 1
 * §3).
 */
export function UserMenu({ onFind }: { readonly onFind: () => void }) {
  const { t } = useTranslation()
  const { data: profile, error, refetch } = useProfile()
  const isLogoutHidden = useLogoutHidden()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [isListing, setListing] = useState(false)
  const [isInviting, setInviting] = useState(false)
  const { signOut, everywhere } = useSignOut()
  const stack = useStackInventory()
  const isInPhonePlace = useLocation({
    select: ({ pathname }) => PHONE_PLACES.some(({ to }) => pathname.split('/')[1] === to.split('/')[1]),
  })
  if (error !== null) {
    return (
      <Button look="quiet" className={styles['failed']} onClick={() => void refetch()} title={t('action.retry')}>
        {t('user.not_loaded')}
      </Button>
    )
  }
  const name = profile?.name ?? ''
  return (
    <div className={styles['user']}>
      <Button
        look="quiet"
        popoverTarget={MENU_ID}
        className={styles['opener']}
        title={name}
        data-inside={isInPhonePlace || undefined}
      >
        <IconUserCircle size={20} stroke={1.6} aria-hidden="true" />
        <span className="visually-hidden">{t('user.menu')}</span>
        <span className={styles['name']}>{name}</span>
        <IconChevronDown size={14} aria-hidden="true" className={styles['chevron']} />
      </Button>
      <div
        id={MENU_ID}
        popover="auto"
        className={styles['menu']}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        <p className={styles['who']}>{name}</p>
        {isOpen && <ConnectionLine />}
        <Choice isOnPhones onChoose={onFind}>
          <IconSearch size={18} stroke={1.6} aria-hidden="true" />
          {t('palette.find')}
        </Choice>
        {profile?.admin_path != null && (
          <Link to={profile.admin_path} className={ADMIN_LINK_LOOK} onClick={hideMenu}>
            <IconShieldLock size={18} stroke={1.6} aria-hidden="true" />
            {t(profile.roles.includes('admin') ? 'user.admin' : 'user.moderation')}
          </Link>
        )}
        {PHONE_PLACES.map(({ to, label, Icon }) => (
          <Link key={to} to={to} className={PHONE_LINK_LOOK} onClick={hideMenu}>
            <Icon size={18} stroke={1.6} aria-hidden="true" />
            {t(label)}
          </Link>
        ))}
        <Button
          look="quiet"
          className={classNames(styles['choice'], styles['onPhones'])}
          popoverTarget={LANGUAGE_MENU_ID}
          onClick={hideMenu}
        >
          <IconLanguage size={18} stroke={1.6} aria-hidden="true" />
          {t('language')}: {LANGUAGE_NAMES[language]}
        </Button>
        <Choice onChoose={() => setInviting(true)}>
          <IconGift size={18} stroke={1.6} aria-hidden="true" />
          {t('user.referral')}
        </Choice>
        <Choice onChoose={stack}>
          <IconStack2 size={18} stroke={1.6} aria-hidden="true" />
          {t('user.stack')}
        </Choice>
        {!isLogoutHidden && (
          <>
            <Choice onChoose={() => setListing(true)}>
              <IconDevices size={18} stroke={1.6} aria-hidden="true" />
              {t('user.sessions')}
            </Choice>
            <Choice onChoose={signOut}>
              <IconLogout size={18} stroke={1.6} aria-hidden="true" />
              {t('action.sign_out')}
            </Choice>
            <Choice onChoose={() => setAsking(true)}>
              <IconLogout2 size={18} stroke={1.6} aria-hidden="true" />
              {t('user.sign_out_everywhere')}
            </Choice>
          </>
        )}
      </div>
      <Suspense>{isInviting && <ReferralDialog onClose={() => setInviting(false)} />}</Suspense>
      <Suspense>{isListing && <SessionsDialog onClose={() => setListing(false)} />}</Suspense>
      <LazyConfirmDialog
        title={t('user.sign_out_everywhere')}
        isOpen={isAsking}
        isPending={everywhere.isPending}
        error={everywhere.error}
        confirmLabel={t('action.sign_out')}
        onConfirm={() => everywhere.mutate()}
        onClose={() => setAsking(false)}
      >
        {t('user.everywhere_question')}
      </LazyConfirmDialog>
    </div>
  )
}

function hideMenu(): void {
  document.querySelector<HTMLElement>(`#${MENU_ID}`)?.hidePopover()
}

interface ChoiceProps {
  /** Elsewhere the header has a button for it. */
  readonly isOnPhones?: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

function Choice({ isOnPhones = false, onChoose, children }: ChoiceProps) {
  return (
    <Button
      look="quiet"
      className={classNames(styles['choice'], isOnPhones && styles['onPhones'])}
      popoverTarget={MENU_ID}
      popoverTargetAction="hide"
      onClick={onChoose}
    >
      {children}
    </Button>
  )
}

/** Asks the store platform to merge equal stacks, and shows how many became how many (document 2 §8). */
function useStackInventory(): () => void {
  const { t } = useTranslation()
  const format = useFormat()
  const errorText = useErrorText()
  const { run } = useCommand('POST /inventory/stack-steam')
  return () => {
    run(
      {},
      {
        onSuccess: ({ stacks_before, stacks_after }) =>
          showToast(t('stack.done', { before: format.exact(stacks_before), after: format.exact(stacks_after) }), 'buy'),
        describeError: (error) => t('stack.failed', { message: errorText(error) }),
      },
    )
  }
}
