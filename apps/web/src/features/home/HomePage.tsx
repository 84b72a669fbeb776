import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#shared/auth/session.ts'
import { useTitle } from '#shared/ui/use-title.ts'
import { useTradesFollow } from './api/follow-trades.ts'
import { Announcements } from './components/Announcements.tsx'
import { Dashboard } from './components/Dashboard.tsx'
import { FirstTrade } from './components/FirstTrade.tsx'
import { Welcome } from './components/Welcome.tsx'
import styles from './HomePage.module.css'
import { Movers, Rushes } from './components/MarketLists.tsx'
import { BestCrafts, OwnFills, WatchedPrices } from './components/OwnLists.tsx'
import pulse from './components/PulseCard.module.css'
import { RunningJobs } from './components/RunningJobs.tsx'

export function HomePage() {
  const { t } = useTranslation('home')
  const isSignedIn = useSignedIn()
  useTradesFollow()
  useTitle(isSignedIn ? t('title') : '')
  return (
    <div className={styles['page']}>
      {isSignedIn ? <Dashboard /> : <Welcome />}
      {isSignedIn && <FirstTrade />}
      {isSignedIn && <Pulse />}
      <Announcements />
    </div>
  )
}

/** What is going on: the player's own affairs, then the market's. */
function Pulse() {
  const { t } = useTranslation('home')
  return (
    <section className={pulse['pulse']} aria-label={t('pulse.title')}>
      <OwnFills />
      <RunningJobs />
      <WatchedPrices />
      <BestCrafts />
      <Movers />
      <Rushes />
    </section>
  )
}
