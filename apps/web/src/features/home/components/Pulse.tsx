import { useTranslation } from 'react-i18next'
import { Movers, Rushes } from './MarketLists.tsx'
import { BestCrafts, OwnFills, WatchedPrices } from './OwnLists.tsx'
import styles from './PulseCard.module.css'
import { RunningJobs } from './RunningJobs.tsx'

/** What is going on: the player's own affairs, then the market's. */
export function Pulse() {
  const { t } = useTranslation('home')
  return (
    <section className={styles['pulse']} aria-label={t('pulse.title')}>
      <OwnFills />
      <RunningJobs />
      <WatchedPrices />
      <BestCrafts />
      <Movers />
      <Rushes />
    </section>
  )
}
