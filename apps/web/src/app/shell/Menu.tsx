import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DESTINATIONS } from './destinations.ts'
import styles from './Menu.module.css'

/** The main menu: a rail beside the page, a bar below it on a phone. */
export function Menu() {
  const { t } = useTranslation()
  return (
    <nav className={styles['menu']} aria-label={t('menu.label')}>
      <Link to="/" className={styles['mark']} aria-label={t('menu.home')} tabIndex={-1}>
        <img src="/favicon.svg" width={36} height={36} alt="" />
      </Link>
      <ul className={styles['list']}>
        {DESTINATIONS.map(({ to, label, Icon, isInBar }) => (
          <li key={to} className={isInBar ? undefined : styles['railOnly']}>
            <Link to={to} activeOptions={{ exact: to === '/' }} className={styles['place']}>
              <Icon size={22} stroke={1.6} aria-hidden="true" />
              <span>{t(label)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
