import { IconAlertTriangle, IconHammer, IconPlant2, IconShovel, IconTags, type Icon } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOwnLots } from '#shared/account/own-lots.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useHarvest } from '#shared/production/harvest.ts'
import { useCraftQueue, useFactoryQueue } from '#shared/production/queues.ts'
import { findNextSteps, type NextStep } from '../model/next-steps.ts'
import styles from './AwayCard.module.css'
import { PulseCard } from './PulseCard.tsx'

const PLACES = {
  harvest_stalled: { to: '/harvest/receipts', Icon: IconAlertTriangle },
  lots_behind: { to: '/marketplace/my-listings', Icon: IconTags },
  craft_idle: { to: '/craft/receipts', Icon: IconHammer },
  farm_idle: { to: '/factory/receipts', Icon: IconPlant2 },
  harvest_idle: { to: '/harvest/receipts', Icon: IconShovel },
} as const satisfies Record<NextStep, { readonly to: NonNullable<LinkProps['to']>; readonly Icon: Icon }>

/** What needs the player, and what is idle. */
export function NextSteps() {
  const { t } = useTranslation('home')
  const format = useFormat()
  const queries = [useOwnLots(), useCraftQueue(), useFactoryQueue(), useHarvest()] as const
  const [lots, crafts, farms, harvests] = queries
  const isReady = [lots, crafts, farms, harvests].every(({ data }) => data !== undefined)
  const steps = findNextSteps({
    lots: lots.data?.lots ?? [],
    crafts: crafts.data ?? [],
    farms: farms.data ?? [],
    harvests: harvests.data?.user_data ?? [],
  })
  return (
    <PulseCard
      title={t('next.title')}
      query={{
        isPending: queries.some(({ isPending }) => isPending),
        error: queries.find(({ error }) => error !== null)?.error ?? null,
        refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
      }}
      isEmpty={!isReady || steps.length === 0}
      emptyText={t('next.nothing')}
      rows={3}
    >
      {steps.map(({ step, count }) => {
        const { to, Icon: Picture } = PLACES[step]
        return (
          <li key={step}>
            <Link to={to} className={styles['link']}>
              <Picture size={20} stroke={1.6} aria-hidden="true" />
              <span>{t(`next.${step}`, { count, amount: format.exact(count) })}</span>
            </Link>
          </li>
        )
      })}
    </PulseCard>
  )
}
