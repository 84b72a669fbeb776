import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DESTINATIONS } from './destinations.ts'
import styles from './Menu.module.css'

/** The main menu: a rail next to the page, a bar below it on a phone. Highlights the current section. */
export function Menu() {
  const { t } = useTranslation()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <nav className={styles['menu']} aria-label={t('menu.label')}>
      <Link to="/" className={styles['mark']} aria-label={t('menu.home')} tabIndex={-1}>
        <img src="/favicon.svg" width={36} height={36} alt="" />
      </Link>
      <ul className={styles['list']}>
        {DESTINATIONS.map(({ to, label, short, Icon }) => (
          <li key={to} className={short === null ? styles['railOnly'] : undefined}>
            <Link
              to={to}
              activeOptions={{ exact: true }}
              className={styles['place']}
              data-inside={short === null ? undefined : insideOf(to, path)}
            >
              <Icon size={22} stroke={1.6} aria-hidden="true" />
              <span className={styles['label']}>{t(label)}</span>
              {short !== null && <span className={styles['short']}>{t(short)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * Whether a path is in a destination's section, in a section that only the rail distinguishes from it, or elsewhere.
 */
function insideOf(to: string, path: string): 'section' | 'bar-section' | undefined {
  const section = sectionOf(to)
  if (section === '/' || sectionOf(path) !== section || to === path) return undefined
  return DESTINATIONS.some((other) => other.to === path) ? 'bar-section' : 'section'
}

function sectionOf(path: string): string {
  return `/${path.split('/')[1] ?? ''}`
}
