import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#shared/auth/session.ts'
import { useTitle } from '#shared/ui/use-title.ts'
import { useTradesFollow } from './api/follow-trades.ts'
import { Announcements } from './components/Announcements.tsx'
import { Dashboard } from './components/Dashboard.tsx'
import { Welcome } from './components/Welcome.tsx'
import styles from './HomePage.module.css'

export function HomePage() {
  const { t } = useTranslation('home')
  const isSignedIn = useSignedIn()
  useTradesFollow()
  useTitle(isSignedIn ? t('title') : '')
  return (
    <div className={styles['page']}>
      {isSignedIn ? <Dashboard /> : <Welcome />}
      <Announcements />
    </div>
  )
}
