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

/** What Clutch is, for somebody who has not signed in. */
export function Welcome() {
  const { t } = useTranslation('home')
  // Where the server sends a browser whose sign-in came to nothing.
  const hasFailed = useSearch({ strict: false, select: (search: { sign_in?: string }) => search.sign_in === 'failed' })
  return (
    <section className={styles['welcome']}>
      <div>
        <h1 className={styles['title']}>{t('welcome.title')}</h1>
        <p className={styles['lead']}>{t('welcome.lead')}</p>
        {hasFailed && (
          <p className={styles['failed']} role="alert">
            {t('welcome.failed')}
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
