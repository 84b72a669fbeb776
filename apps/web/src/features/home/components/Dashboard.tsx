import { useTranslation } from 'react-i18next'
import { useProfile } from '#shared/account/profile.ts'
import { AwayCard } from './AwayCard.tsx'
import styles from './Dashboard.module.css'
import { FirstTrade } from './FirstTrade.tsx'
import { Movers, Rushes } from './MarketLists.tsx'
import { NextSteps } from './NextSteps.tsx'
import { BestCrafts, OwnFills, WatchedPrices } from './OwnLists.tsx'
import { RunningJobs } from './RunningJobs.tsx'
import { WorthCard } from './WorthCard.tsx'

/**
 * The signed-in player's start: what happened and what it came to, what runs and what to do next, and the market. Each
 * column has its own flow, so that no card is as high as its longest neighbour.
 */
export function Dashboard() {
  const { t } = useTranslation('home')
  const { data: profile } = useProfile()
  return (
    <>
      <h1 className={styles['title']}>
        {profile === undefined ? t('dashboard.hello') : t('dashboard.hello_name', { name: profile.name })}
      </h1>
      <FirstTrade />
      <section className={styles['columns']} aria-label={t('pulse.title')}>
        <div className={styles['column']}>
          <AwayCard />
          <WorthCard />
          <OwnFills />
        </div>
        <div className={styles['column']}>
          <RunningJobs />
          <NextSteps />
          <BestCrafts />
        </div>
        <div className={styles['market']}>
          <Movers />
          <WatchedPrices />
          <Rushes />
        </div>
      </section>
    </>
  )
}
