import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#shared/auth/session.ts'
import { useTitle } from '#shared/ui/use-title.ts'
import { News } from './components/News.tsx'
import { PlayerDesk } from './components/PlayerDesk.tsx'
import { Welcome } from './components/Welcome.tsx'
import styles from './HomePage.module.css'

export function HomePage() {
  const { t } = useTranslation('home')
  const isSignedIn = useSignedIn()
  useTitle(isSignedIn ? t('title') : '')
  return (
    <div className={styles['page']}>
      {isSignedIn ? <PlayerDesk /> : <Welcome />}
      <News />
    </div>
  )
}
