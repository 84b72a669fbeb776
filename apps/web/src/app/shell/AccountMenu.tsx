import { LANGUAGES } from '@clutch/contract/constants'
import { Link } from '@tanstack/react-router'
import {
  IconBuildingBank,
  IconDatabase,
  IconDevices,
  IconDice5,
  IconGift,
  IconLogout,
  IconLogout2,
  IconSearch,
  IconShieldLock,
  IconStack2,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '#shared/account/profile.ts'
import { useLogoutHidden } from '#shared/auth/session.ts'
import { changeLanguage, LANGUAGE_NAMES } from '#shared/i18n/i18n.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { Menu, MenuChoices, MenuItem, MenuLink } from '#shared/ui/Menu.tsx'
import styles from './AccountMenu.module.css'

/** Sections that are in the rail, and on a phone in this menu. */
const PHONE_PLACES = [
  { to: '/rent', label: 'menu.rent', Icon: IconBuildingBank },
  { to: '/roulette/wheel', label: 'menu.roulette', Icon: IconDice5 },
] as const

export type AccountAct = 'find' | 'invite' | 'stack' | 'sessions' | 'sign_out' | 'sign_out_everywhere'

interface AccountMenuProps {
  readonly opener: Element
  readonly onAct: (act: AccountAct) => void
  readonly onClose: () => void
}

/**
 * The open account menu: places, acts and the language. The game client signs in automatically and cannot sign out here
 * (document 1 §3).
 */
export function AccountMenu({ opener, onAct, onClose }: AccountMenuProps) {
  const { t } = useTranslation()
  const { data: profile } = useProfile()
  const isLogoutHidden = useLogoutHidden()
  return (
    <Menu opener={opener} label={t('user.menu')} className={styles['menu']} onClose={onClose}>
      <p className={styles['who']}>{profile?.name}</p>
      <MenuItem className={styles['onPhones']} onChoose={() => onAct('find')}>
        <IconSearch size={18} stroke={1.6} aria-hidden="true" />
        {t('palette.find')}
      </MenuItem>
      {profile?.admin_path != null && (
        <MenuLink link={<Link to={profile.admin_path} />}>
          <IconShieldLock size={18} stroke={1.6} aria-hidden="true" />
          {t(profile.roles.includes('admin') ? 'user.admin' : 'user.moderation')}
        </MenuLink>
      )}
      {PHONE_PLACES.map(({ to, label, Icon }) => (
        <MenuLink key={to} link={<Link to={to} />} className={styles['onPhones']}>
          <Icon size={18} stroke={1.6} aria-hidden="true" />
          {t(label)}
        </MenuLink>
      ))}
      <MenuItem onChoose={() => onAct('invite')}>
        <IconGift size={18} stroke={1.6} aria-hidden="true" />
        {t('user.referral')}
      </MenuItem>
      <MenuLink link={<Link to="/account" />}>
        <IconDatabase size={18} stroke={1.6} aria-hidden="true" />
        {t('user.data')}
      </MenuLink>
      <MenuItem onChoose={() => onAct('stack')}>
        <IconStack2 size={18} stroke={1.6} aria-hidden="true" />
        {t('user.stack')}
      </MenuItem>
      {!isLogoutHidden && (
        <>
          <MenuItem onChoose={() => onAct('sessions')}>
            <IconDevices size={18} stroke={1.6} aria-hidden="true" />
            {t('user.sessions')}
          </MenuItem>
          <MenuItem onChoose={() => onAct('sign_out')}>
            <IconLogout size={18} stroke={1.6} aria-hidden="true" />
            {t('action.sign_out')}
          </MenuItem>
          <MenuItem onChoose={() => onAct('sign_out_everywhere')}>
            <IconLogout2 size={18} stroke={1.6} aria-hidden="true" />
            {t('user.sign_out_everywhere')}
          </MenuItem>
        </>
      )}
      <LanguageChoices />
    </Menu>
  )
}

interface LanguageListProps {
  readonly opener: Element
  readonly onClose: () => void
}

/** The open language menu of visitors who have no account menu. */
export function LanguageList({ opener, onClose }: LanguageListProps) {
  const { t } = useTranslation()
  return (
    <Menu opener={opener} label={t('language')} onClose={onClose}>
      <LanguageChoices />
    </Menu>
  )
}

/** The six languages under their native names. */
function LanguageChoices() {
  const { t } = useTranslation()
  return (
    <MenuChoices
      label={t('language')}
      value={useLanguage()}
      choices={LANGUAGES.map((language) => ({ value: language, text: LANGUAGE_NAMES[language], lang: language }))}
      onChoose={(language) => void changeLanguage(language)}
    />
  )
}
