import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePortfolio } from '#shared/account/portfolio.ts'
import { useWorth } from '#shared/account/worth.ts'
import { Sparkline } from '#shared/chart/Sparkline.tsx'
import { useFormat } from '#shared/format/use-format.ts'
import { Price } from '#shared/ui/Price.tsx'
import { curveOf, partsOf } from '../model/worth-parts.ts'
import { PulseCard } from './PulseCard.tsx'
import styles from './WorthCard.module.css'

/** What the player is worth, how that changed in thirty days, and what it consists of. */
export function WorthCard() {
  const { t } = useTranslation('home')
  const format = useFormat()
  const worth = useWorth()
  const portfolio = usePortfolio()
  const parts = worth.data === undefined ? [] : partsOf({ coins: worth.data.coins, items: worth.data.byId.values() })
  const total = worth.data?.total ?? 0
  const curve = portfolio.data === undefined ? [] : curveOf(portfolio.data.days, portfolio.data.now.net_worth)
  const [start = 0] = curve
  const change = (curve.at(-1) ?? 0) - start
  return (
    <PulseCard
      title={t('worth.title')}
      query={{
        isPending: worth.isPending || portfolio.isPending,
        error: worth.error ?? portfolio.error,
        refetch: () => Promise.all([worth.refetch(), portfolio.refetch()]),
      }}
      isEmpty={worth.data === undefined}
      emptyText=""
    >
      <li>
        <Link to="/marketplace/portfolio" className={styles['total']}>
          <Price coins={total} isExact size={20} />
        </Link>
        {curve.length > 1 ? (
          <>
            <span className={styles['change']} data-trend={change < 0 ? 'down' : 'up'}>
              {t('worth.change', { amount: format.signedPrice(change), count: curve.length - 1 })}
            </span>
            <span className={styles['curve']}>
              <Sparkline values={curve} hasTrend isFilled />
            </span>
          </>
        ) : (
          <span className={styles['note']}>{t('worth.no_curve')}</span>
        )}
      </li>
      <li>
        <span className={styles['bar']} aria-hidden="true">
          {parts.map(({ part, value }) => (
            <span key={part} data-part={part} style={{ flexGrow: value / total }} />
          ))}
        </span>
        <ul className={styles['parts']}>
          {parts.map(({ part, value }) => (
            <li key={part}>
              <span className={styles['dot']} data-part={part} aria-hidden="true" />
              {t(`worth.parts.${part}`)}
              <span className={styles['value']} title={format.exact(value)}>
                {format.price(value)}
              </span>
            </li>
          ))}
        </ul>
      </li>
    </PulseCard>
  )
}
