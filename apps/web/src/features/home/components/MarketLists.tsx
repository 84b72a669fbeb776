import type { ItemActivity } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { Sparkline } from '#shared/chart/Sparkline.tsx'
import { useFormat } from '#shared/format/use-format.ts'
import { useActivity } from '#shared/market/activity.ts'
import { ItemLink } from '#shared/market/ItemLink.tsx'
import { changeOf } from '#shared/market/price-change.ts'
import { Price } from '#shared/ui/Price.tsx'
import { findBusiest, findMovers, findRushes, rushOf } from '../model/market-pulse.ts'
import { PulseCard } from './PulseCard.tsx'
import styles from './PulseCard.module.css'

const BASIS_POINTS = 10_000

/** What moved most in 24 hours. */
export function Movers() {
  const { t } = useTranslation('home')
  const query = useActivity()
  const items = findMovers(query.data ?? [])
  return (
    <PulseCard
      title={t('pulse.movers.title')}
      hint={t('pulse.movers.hint')}
      query={query}
      isEmpty={items.length === 0}
      emptyText={t('pulse.movers.empty')}
    >
      {items.map((item) => (
        <PriceRow key={item.item_id} item={item} />
      ))}
    </PulseCard>
  )
}

/** What is dealt in much more than usual. */
export function Rushes() {
  const { t } = useTranslation('home')
  const format = useFormat()
  const query = useActivity()
  const items = findRushes(query.data ?? [])
  return (
    <PulseCard
      title={t('pulse.rushes.title')}
      hint={t('pulse.rushes.hint')}
      query={query}
      isEmpty={items.length === 0}
      emptyText={t('pulse.rushes.empty')}
    >
      {items.map((item) => (
        <li key={item.item_id} className={styles['row']}>
          <ItemLink itemId={item.item_id} />
          <span className={styles['quiet']} title={format.exact(item.volume)}>
            {t('pulse.units', { amount: format.quantity(item.volume) })}
          </span>
          <span className={styles['up']}>×{format.average(rushOf(item) ?? 0)}</span>
        </li>
      ))}
    </PulseCard>
  )
}

/** What most coins change hands for: what a stranger sees of the market first. */
export function Busiest() {
  const { t } = useTranslation('home')
  const query = useActivity()
  const items = findBusiest(query.data ?? [])
  return (
    <PulseCard
      title={t('pulse.busiest.title')}
      hint={t('pulse.busiest.hint')}
      query={query}
      isEmpty={items.length === 0}
      emptyText={t('pulse.busiest.empty')}
    >
      {items.map((item) => (
        <PriceRow key={item.item_id} item={item} />
      ))}
    </PulseCard>
  )
}

function PriceRow({ item }: { readonly item: ItemActivity }) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const change = changeOf(item)
  return (
    <li className={styles['moving']}>
      <ItemLink itemId={item.item_id} />
      <span className={styles['week']}>
        <Sparkline values={item.daily_prices} hasTrend />
      </span>
      <Price coins={item.last_price} />
      <span
        className={!change ? styles['quiet'] : change < 0 ? styles['down'] : styles['up']}
        title={t('pulse.change')}
      >
        {change === undefined ? '–' : format.signedPercent(change * BASIS_POINTS)}
      </span>
    </li>
  )
}
