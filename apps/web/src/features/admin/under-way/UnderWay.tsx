import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '#shared/ui/class-names.ts'
import segments from '#shared/ui/Segments.module.css'
import styles from '../AdminPanel.module.css'
import { PlayerExchanges } from './PlayerExchanges.tsx'
import { PlayerJobs } from './PlayerJobs.tsx'
import { PlayerLots } from './PlayerLots.tsx'
import { PlayerTrades } from './PlayerTrades.tsx'
import own from './UnderWay.module.css'

const VIEWS = { lots: PlayerLots, jobs: PlayerJobs, trades: PlayerTrades, exchanges: PlayerExchanges } as const
const NAMES = ['lots', 'jobs', 'trades', 'exchanges'] as const

/** A player's lots, jobs, trades and exchanges; each list loads when it is opened. */
export function UnderWay({ steamId }: { readonly steamId: string }) {
  const { t } = useTranslation('support')
  const [view, setView] = useState<keyof typeof VIEWS>('lots')
  const View = VIEWS[view]
  return (
    <section className={styles['card']} aria-label={t('player.title')}>
      <h3 className={styles['name']}>{t('player.title')}</h3>
      <fieldset className={classNames(segments['track'], own['track'])} aria-label={t('player.title')}>
        {NAMES.map((name) => (
          <button
            key={name}
            type="button"
            className={classNames(segments['segment'], own['segment'])}
            aria-pressed={name === view}
            onClick={() => setView(name)}
          >
            {t(`player.${name}`)}
          </button>
        ))}
      </fieldset>
      <View steamId={steamId} />
    </section>
  )
}
