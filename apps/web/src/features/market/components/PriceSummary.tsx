import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Price } from '#shared/ui/Price.tsx'
import type { ItemDetails } from '#shared/market/item-details.ts'
import styles from './PriceSummary.module.css'

interface PriceSummaryProps {
  readonly details: ItemDetails
  readonly isLoading: boolean
}

/** Best prices, the spread, and the last trade. */
export function PriceSummary({ details, isLoading }: PriceSummaryProps) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const bestSell = details.sell_orders[0]?.price ?? 0
  const bestBuy = details.buy_orders[0]?.price ?? 0
  const spread = bestSell > 0 && bestBuy > 0 ? bestSell - bestBuy : 0
  return (
    <dl className={styles['summary']} aria-busy={isLoading}>
      <Figure label={t('list.buy_now')} tone="buy">
        <Amount coins={bestSell} />
      </Figure>
      <Figure label={t('list.sell_now')} tone="sell">
        <Amount coins={bestBuy} />
      </Figure>
      <Figure label={t('book.spread')}>
        <Amount coins={spread} />
        {spread > 0 && <span className={styles['share']}>{format.percent((spread * BASIS_POINTS) / bestSell)}</span>}
      </Figure>
      <Figure label={t('book.last_price')}>
        <Amount coins={details.last_price} />
      </Figure>
    </dl>
  )
}

const BASIS_POINTS = 10_000

interface FigureProps {
  readonly label: string
  readonly tone?: 'buy' | 'sell' | 'plain'
  readonly children: ReactNode
}

function Figure({ label, tone = 'plain', children }: FigureProps) {
  return (
    <div className={styles['figure']}>
      <dt>{label}</dt>
      <dd className={styles[tone]}>{children}</dd>
    </div>
  )
}

function Amount({ coins }: { readonly coins: number }) {
  return coins === 0 ? <span className={styles['none']}>–</span> : <Price coins={coins} isExact={coins < EXACT_BELOW} />
}

const EXACT_BELOW = 10_000_000
