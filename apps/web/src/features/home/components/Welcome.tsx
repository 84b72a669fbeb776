import { IconBolt, IconChartLine, IconScale } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SignInLink } from '#shared/auth/SignInLink.tsx'
import { Busiest } from './MarketLists.tsx'
import styles from './Welcome.module.css'

const REASONS = [
  { key: 'live', Icon: IconBolt },
  { key: 'book', Icon: IconScale },
  { key: 'chart', Icon: IconChartLine },
] as const

/** Why a sign-in failed, where that is more than that the platform did not confirm it. */
const SIGN_IN_FAILURES = ['sign_in_expired', 'platform_unavailable', 'platform_unexpected'] as const

/** Introduces Clutch to anonymous visitors. */
export function Welcome() {
  const { t } = useTranslation(['home', 'errors'])
  // The server redirects a browser here whose sign-in failed, with the reason.
  const search: { sign_in?: string; reason?: string } = useSearch({ strict: false })
  const reason = SIGN_IN_FAILURES.find((each) => each === search.reason)
  return (
    <section className={styles['welcome']}>
      <div>
        <h1 className={styles['title']}>{t('welcome.title')}</h1>
        <p className={styles['lead']}>{t('welcome.lead')}</p>
        {search.sign_in === 'failed' && (
          <p className={styles['failed']} role="alert">
            {reason === undefined ? t('welcome.failed') : t(`errors:${reason}`)}
          </p>
        )}
        <div className={styles['act']}>
          <SignInLink>{t('welcome.sign_in')}</SignInLink>
          <span className={styles['note']}>{t('welcome.note')}</span>
        </div>
      </div>
      <div className={styles['prices']}>
        <Busiest />
        <Link to="/marketplace/market" className={styles['look']}>
          {t('welcome.look')}
        </Link>
      </div>
      <ul className={styles['reasons']}>
        {REASONS.map(({ key, Icon }) => (
          <li key={key} className={styles['reason']}>
            <Icon size={22} stroke={1.6} aria-hidden="true" />
            <h2>{t(`welcome.${key}.title`)}</h2>
            <p>{t(`welcome.${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
